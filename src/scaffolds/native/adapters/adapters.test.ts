import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { fakeHarness } from '../../../../test/fixtures/fake-harness/adapter.ts';
import { verifies } from '../../../../test/requirements.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { DeclaredTool, RequestView } from '../../../trace/wire/request-view.ts';
import type { AbstractMove, HarnessAdapter, HarnessRun } from '../contracts.ts';
import { callTrouble } from '../scripts/call-check.ts';
import { HARNESS_ADAPTERS } from './catalogue.ts';
import { withChildren } from './roles.ts';

const ADAPTERS: readonly HarnessAdapter[] = [...HARNESS_ADAPTERS, fakeHarness('chat')];

const RUN: HarnessRun = {
  prompts: ['Do it.'],
  workspace: '/mnt/session/workspace',
  home: '/mnt/session/home',
  temporary: '/mnt/session/tmp',
  model: 'a-model',
  gateway: 'http://127.0.0.1:4000',
  token: 'the-token',
  servers: [{ name: 'lab', command: ['/bin/relay', 'lab socket', 'it"s'] }],
  settings: { denyWrite: ['kept.txt'], denyCommand: ['rm'], compactAt: 100_000 },
};

verifies('native.adapter.pure', () => {
  for (const adapter of ADAPTERS) {
    const once = adapter.prepare(RUN);
    const again = adapter.prepare(structuredClone(RUN));
    expect(JSON.stringify(again), adapter.id).toBe(JSON.stringify(once));
    for (const { path } of once.files)
      expect(path, adapter.id).toMatch(/^\/mnt\/session\/(home|workspace)\//);
    expect(once.env['HOME'], adapter.id).toBe(RUN.home);
    expect(once.env['PATH'], adapter.id).not.toContain(process.env['HOME'] ?? '/root');
    expect(JSON.stringify(once), adapter.id).toContain(RUN.gateway);
    expect(JSON.stringify(once.first), adapter.id).not.toContain(RUN.token);
  }
});

test.each(HARNESS_ADAPTERS)('$id refuses a setting that is not known, or has a wrong value', (adapter) => {
  for (const settings of [
    { approvals: 'ask' },
    { approval: 'perhaps' },
    { denyWrite: 'x' },
    { compactAt: 1.5 },
  ]) {
    expect(() => adapter.prepare({ ...RUN, settings })).toThrow(/is no setting of a run/);
  }
});

const declared = (name: string, namespace?: string): DeclaredTool => ({
  name,
  ...(namespace === undefined ? {} : { namespace }),
  description: '',
  kind: name === 'apply_patch' ? 'custom' : 'function',
  inputSchema: null,
});

const NAMES = {
  'claude-code': ['Bash', 'Read', 'Write', 'Edit', 'Agent', 'mcp__lab__echo'],
  codex: ['exec_command', 'apply_patch'],
  dsh: ['bash', 'read', 'write', 'edit', 'subagent', 'mcp__lab__echo'],
  openclaw: ['exec', 'read', 'write', 'edit', 'sessions_spawn', 'lab__echo'],
  opencode: ['bash', 'read', 'write', 'edit', 'task', 'lab_echo'],
  pi: ['read', 'bash', 'edit', 'write'],
  qwen: ['run_shell_command', 'read_file', 'write_file', 'edit', 'agent', 'tool_call'],
  gemini: ['run_shell_command', 'read_file', 'write_file', 'replace', 'invoke_agent', 'mcp_lab_echo'],
} as const;

const move: fc.Arbitrary<AbstractMove> = fc.oneof(
  fc.record({ move: fc.constant('shell' as const), command: fc.string() }),
  fc.record({
    move: fc.constant('readFile' as const),
    path: fc.string({ minLength: 1 }),
    offset: fc.integer({ min: 1, max: 99 }),
    limit: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({
    move: fc.constant('writeFile' as const),
    path: fc.string({ minLength: 1 }),
    text: fc.string(),
  }),
  fc.record({
    move: fc.constant('editFile' as const),
    path: fc.string({ minLength: 1 }),
    find: fc.string(),
    replace: fc.string(),
  }),
  fc.record({
    move: fc.constant('callTool' as const),
    server: fc.constant('lab'),
    tool: fc.constantFrom('echo', 'absent'),
    args: fc.constant({}),
  }),
  fc.record({ move: fc.constant('delegate' as const), brief: fc.string(), title: fc.string() }),
  fc.record({ move: fc.constant('background' as const), command: fc.string() }),
);

test.prop([fc.constantFrom(...HARNESS_ADAPTERS), move, fc.boolean()])(
  'translate calls a tool only if the request declares it, and says why where it cannot',
  (adapter, any, withTools) => {
    const names: readonly string[] = NAMES[adapter.id as keyof typeof NAMES];
    const tools = withTools ? names.map((name) => declared(name)) : [];
    const native = adapter.translate(any, tools, { workspace: '/w' });
    if ('unsupported' in native) {
      expect(native.unsupported).not.toBe('');
    } else {
      expect(tools).toContainEqual(native.declared);
      expect(native.call.name).toBe(native.declared?.name);
    }
    const shell = adapter.translate({ move: 'shell', command: 'true' }, tools, { workspace: '/w' });
    expect(callTrouble(shell, 'shell') === undefined).toBe(withTools);
  },
);

test('an argument that the declaration does not name is a slip of ours, whether or not the schema forbids it', () => {
  const tool = (schema: JsonObject): DeclaredTool => ({
    name: 'exec',
    description: '',
    kind: 'function',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, ...schema },
  });
  const trouble = (schema: JsonObject): string | undefined =>
    callTrouble(
      { call: { name: 'exec', args: { command: 'x', timeout: 3 } }, declared: tool(schema) },
      'shell',
    );
  expect(trouble({})).toBe('exec declares no argument timeout');
  expect(trouble({ additionalProperties: true })).toBeUndefined();
  expect(trouble({ anyOf: [{ required: ['command'] }] })).toBeUndefined();
});

function view(given: Partial<RequestView>): RequestView {
  return {
    protocol: 'openai-chat',
    path: '/v1/chat/completions',
    model: 'm',
    stream: true,
    system: '',
    messages: [],
    results: [],
    tools: [],
    body: {},
    ...given,
  };
}

const user = (text: string) => ({ role: 'user' as const, text, calls: [], results: [] });
const TOOLS = [declared('bash')];

verifies('native.adapter.roles', () => {
  for (const adapter of HARNESS_ADAPTERS) {
    const { classify, id } = adapter;
    expect(classify(view({ tools: TOOLS, messages: [user('Do it.')] })), id).toBe('main');
    expect(classify(view({ messages: [user('Do it.')] })), id).toBeUndefined();
    expect(classify(view({ path: '/v1/messages/count_tokens' })), id).toBe('count');
    expect(classify(view({ path: '/v1beta/models/m:countTokens' })), id).toBe('count');
  }
  const of = (id: string) => HARNESS_ADAPTERS.find((adapter) => adapter.id === id)?.classify;
  expect(of('dsh')?.(view({ system: 'Create a concise title for a session' }))).toBe('title');
  expect(of('opencode')?.(view({ system: 'You are a title generator.' }))).toBe('title');
  const summary = user('Your task is to create a detailed summary of the conversation so far');
  expect(of('claude-code')?.(view({ tools: TOOLS, messages: [summary] }))).toBe('compaction');
});

verifies('native.run.children', () => {
  const [adapter] = HARNESS_ADAPTERS;
  if (!adapter) throw new Error('no adapter');
  const classify = withChildren(adapter.classify, ['CHILD-7'], ['Do it.']);
  const asked = (...texts: string[]) => classify(view({ tools: TOOLS, messages: texts.map(user) }));
  expect(asked('Do it.')).toBe('main');
  expect(asked('CHILD-7 count the rows')).toBe('child');
  // A result may repeat a child's brief to the main agent.
  expect(asked('Do it.', 'CHILD-7 has ended')).toBe('main');
});

test.each(ADAPTERS)('$id reads hostile output without failing', (adapter) => {
  for (const stdout of ['', '\u0000{', '{"type":"result"}\n{"type":', 'null\n[]\n"x"', '{'.repeat(5000)]) {
    expect(adapter.observe(stdout, '').events.length).toBeGreaterThanOrEqual(0);
  }
  expect(adapter.records([])).toEqual([]);
});
