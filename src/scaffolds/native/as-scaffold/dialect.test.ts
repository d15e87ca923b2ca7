import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { ToolDeclaration } from '../../../core/contracts/index.ts';
import type { DeclaredTool } from '../../../trace/wire/request-view.ts';
import { claudeCode } from '../adapters/claude-code/adapter.ts';
import { codex } from '../adapters/codex/adapter.ts';
import { qwen } from '../adapters/qwen/adapter.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { Dialect } from './dialect.ts';

const TASK: readonly ToolDeclaration[] = ['fetch_page', 'submit_results'].map((name) => ({
  name,
  description: `the task's ${name}`,
  inputSchema: { type: 'object' },
}));

const declare = (name: string, namespace?: string): DeclaredTool => ({
  name,
  description: `declared ${name}`,
  kind: 'function',
  inputSchema: { type: 'object' },
  ...(namespace === undefined ? {} : { namespace }),
});

/** The three ways in which harnesses name the tools of a server. */
const DECLARED: readonly (readonly [HarnessAdapter, readonly DeclaredTool[]])[] = [
  [claudeCode, [declare('Bash'), declare('mcp__trade__fetch_page'), declare('mcp__trade__submit_results')]],
  [
    codex,
    [declare('exec_command'), declare('fetch_page', 'mcp__trade'), declare('submit_results', 'mcp__trade')],
  ],
  [qwen, [declare('run_shell_command'), declare('tool_search'), declare('tool_call')]],
];

const dialectOf = ([adapter, declared]: (typeof DECLARED)[number]): Dialect =>
  new Dialect(adapter, TASK, declared, { workspace: '/work' });

verifies('native.scaffold.dialect', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DECLARED), fc.dictionary(fc.string(), fc.jsonValue()), (harness, args) => {
      const dialect = dialectOf(harness);
      const call = { id: 'call-1', name: 'fetch_page', args: args as never };
      const wire = dialect.toWire(call);
      // Some protocols carry arguments as text.
      const shown = { id: 'call-1', ...wire, args: JSON.stringify(wire.args) };
      expect(dialect.fromWire(shown)).toEqual(JSON.parse(JSON.stringify(call)));
    }),
  );
});

test.each(DECLARED)(
  '$0.id: its own tools keep their names and are told apart from those of the task',
  (...harness) => {
    const dialect = dialectOf(harness);
    const own = dialect.ownTools().map(({ name }) => name);
    expect(own).toContain(harness[1][0]?.name);
    expect(dialect.taskTools().map(({ name }) => name)).toEqual(['fetch_page', 'submit_results']);
    expect(dialect.fromWire({ id: 'a', name: own[0] ?? '', args: {} }).name).toBe(own[0]);
  },
);

test('a tool that the harness does not declare is not offered, and a call of it goes out as it was named', () => {
  const dialect = new Dialect(claudeCode, TASK, [declare('mcp__trade__fetch_page')], { workspace: '/work' });
  expect(dialect.taskTools().map(({ name }) => name)).toEqual(['fetch_page']);
  expect(dialect.toWire({ id: 'a', name: 'submit_results', args: {} }).name).toBe('submit_results');
});

test('arguments that are no object go out to the letter', () => {
  const [harness] = DECLARED;
  const wire = dialectOf(harness as never).toWire({ id: 'a', name: 'fetch_page', args: '{"page": ' });
  expect(wire).toMatchObject({ name: 'mcp__trade__fetch_page', rawArgs: '{"page": ' });
});
