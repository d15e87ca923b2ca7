type Row = Readonly<Record<string, unknown>>;

const lines = (...rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const claude = (
  uuid: string,
  parent: string | null,
  type: string,
  content: readonly Row[],
  more: Row = {},
): Row => ({
  type,
  uuid,
  parentUuid: parent,
  sessionId: 's',
  version: '2.1.0',
  ...more,
  message: { role: type, content, ...(more['message'] as Row | undefined) },
});

const asked = claude('1', null, 'user', [{ type: 'text', text: 'go' }]);
const called = claude('2', '1', 'assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }]);
const answered = claude('3', '2', 'user', [
  { type: 'tool_result', tool_use_id: 't', content: 'x', is_error: false },
]);
const done = claude('4', '3', 'assistant', [{ type: 'text', text: 'done' }]);

const used = {
  message: { id: 'm', model: 'x', usage: { input_tokens: 10, output_tokens: 5 } },
  requestId: 'r',
};
const first = claude('2', '1', 'assistant', [{ type: 'text', text: 'a' }], used);
const second = claude('3', '2', 'assistant', [{ type: 'text', text: 'b' }], used);

const note = '<task-notification><task-id>t1</task-id></task-notification>';
const queued = { type: 'queue-operation', operation: 'enqueue', sessionId: 's', content: note };
const delivered = claude('9', '4', 'user', [{ type: 'text', text: note }], {
  origin: { kind: 'task-notification' },
});

const pi = (id: string, parentId: string | null, message: Row): Row => ({
  type: 'message',
  id,
  parentId,
  message,
});
const piStart = { type: 'session', version: 3, id: 's' };
const piCall = pi('a', null, {
  role: 'assistant',
  content: [{ type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } }],
});
const piResult = (text: string): Row =>
  pi('b', 'a', {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'bash',
    content: [{ type: 'text', text }],
    isError: false,
  });
const piDone = pi('c', 'b', { role: 'assistant', content: [{ type: 'text', text: 'done' }] });

/** Reports of session files of harnesses: no run is scored in them. */
export const REPORTS_OF_SESSIONS = [
  {
    report: 'anthropics/claude-code#87303',
    check: 'usage-repeated' as const,
    found: { 's.jsonl': lines(asked, first, second) },
    twin: { 's.jsonl': lines(asked, first) },
    file: 's.jsonl',
    says: /30 tokens, .* 15, 2\.00 times/,
  },
  {
    report: 'anthropics/claude-code#85534',
    check: 'undelivered-completion' as const,
    found: { 's.jsonl': lines(asked, called, answered, done, queued) },
    twin: { 's.jsonl': lines(asked, called, answered, done, queued, delivered) },
    file: 's.jsonl',
    record: 'line 5',
  },
  {
    report: 'openai/codex#34919',
    check: 'unpaired-call' as const,
    found: { 's.jsonl': lines(asked, called) },
    twin: { 's.jsonl': lines(asked, called, answered, done) },
    file: 's.jsonl',
    record: 'line 2',
  },
  {
    report: 'openclaw/openclaw#8643',
    check: 'synthetic-result' as const,
    found: { 's.jsonl': lines(piStart, piCall, piResult('No result provided'), piDone) },
    twin: { 's.jsonl': lines(piStart, piCall, piResult('a'), piDone) },
    file: 's.jsonl',
    record: 'line 3',
  },
  {
    report: 'Arize-ai/phoenix#14975, chippingway/orchestrator#1356',
    check: 'conversion-loss' as const,
    found: { 's.jsonl': `${lines(asked, called, answered)}{"type":"assistant"\n${lines(done)}` },
    twin: { 's.jsonl': lines(asked, called, answered, done) },
    file: 's.jsonl',
  },
];
