import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { readTrace } from './read-trace.ts';
import type { Trace } from './trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

function read(content: string | Uint8Array, format?: string): Promise<Trace> {
  files += 1;
  const file = join(folder, `log-${files}`);
  writeFileSync(file, content);
  return readTrace(file, format === undefined ? {} : { format });
}

const lines = (rows: readonly JsonObject[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const claude = (
  uuid: string,
  parent: string | null,
  type: string,
  content: readonly JsonObject[],
  more: JsonObject = {},
): JsonObject => ({
  type,
  uuid,
  parentUuid: parent,
  sessionId: 's',
  version: '2.1.0',
  ...more,
  message: { role: type, content, ...(more['message'] as JsonObject | undefined) },
});

const pi = (id: string, parentId: string | null, message: JsonObject): JsonObject => ({
  type: 'message',
  id,
  parentId,
  message,
});
const piCall = {
  role: 'assistant',
  content: [{ type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } }],
};
const piResult = {
  role: 'toolResult',
  toolCallId: 'c1',
  toolName: 'bash',
  content: [{ type: 'text', text: 'a' }],
  isError: false,
};
const piAnswer = { role: 'assistant', content: [{ type: 'text', text: 'done' }] };

const LOGS: Readonly<Record<string, readonly JsonObject[]>> = {
  'claude-session': [
    claude('1', null, 'user', [{ type: 'text', text: 'go' }]),
    claude('2', '1', 'assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }]),
    claude('3', '2', 'user', [{ type: 'tool_result', tool_use_id: 't', content: 'x', is_error: false }]),
    claude('4', '3', 'assistant', [{ type: 'text', text: 'done' }]),
  ],
  'codex-rollout': [
    { ordinal: 0, type: 'session_meta', payload: { id: 's', cli_version: '0.171.0' } },
    { ordinal: 1, type: 'event_msg', payload: { type: 'task_started', turn_id: 'u' } },
    {
      ordinal: 2,
      type: 'response_item',
      payload: { type: 'function_call', name: 'exec', arguments: '{}', call_id: 'c' },
    },
    {
      ordinal: 3,
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c', output: 'Process exited with code 3\nx' },
    },
    { ordinal: 4, type: 'event_msg', payload: { type: 'task_complete', turn_id: 'u' } },
  ],
  'dsh-session': [
    { type: 'session', version: 0, id: 's', createdAt: 1 },
    { type: 'turn/start', seq: 0, data: { turn: 1 } },
    { type: 'tool/call', seq: 1, data: { callId: 'c', name: 'bash', arguments: '{}' } },
    {
      type: 'tool/result',
      seq: 2,
      data: {
        message: {
          content: [
            { type: 'tool-result', toolCallId: 'c', content: [{ type: 'text', text: 'x' }], isError: false },
          ],
        },
      },
    },
    { type: 'turn/end', seq: 3, data: { turn: 1 } },
  ],
  'openclaw-database': [
    {
      _table: 'transcript_events',
      session_id: 's',
      seq: 0,
      event_json: { type: 'session', version: 4, id: 's' },
    },
    { _table: 'transcript_events', session_id: 's', seq: 1, event_json: { ...pi('a', null, piCall) } },
    { _table: 'transcript_events', session_id: 's', seq: 2, event_json: { ...pi('b', 'a', piResult) } },
  ],
  'opencode-database': [
    { _table: 'session', id: 's', version: '1.18.33', parent_id: null },
    { _table: 'message', id: 'm1', session_id: 's', data: { role: 'assistant', finish: 'stop' } },
    {
      _table: 'part',
      id: 'p1',
      message_id: 'm1',
      session_id: 's',
      data: {
        type: 'tool',
        tool: 'bash',
        callID: 'c',
        state: { status: 'completed', input: {}, output: 'x', metadata: { exit: 0 } },
      },
    },
    { _table: 'part', id: 'p2', message_id: 'm1', session_id: 's', data: { type: 'text', text: 'done' } },
  ],
  'pi-session': [
    { type: 'session', version: 3, id: 's' },
    pi('a', null, piCall),
    pi('b', 'a', piResult),
    pi('c', 'b', piAnswer),
  ],
  'qwen-session': [
    {
      uuid: '1',
      parentUuid: null,
      sessionId: 's',
      type: 'assistant',
      provenance: 'assistant_output',
      version: '0.24.4',
      message: { parts: [{ functionCall: { id: 'c', name: 'sh', args: {} } }] },
    },
    {
      uuid: '2',
      parentUuid: '1',
      sessionId: 's',
      type: 'tool_result',
      provenance: 'tool_result',
      version: '0.24.4',
      message: { parts: [{ functionResponse: { id: 'c', name: 'sh', response: { output: 'x' } } }] },
    },
  ],
  'gemini-session': [
    { sessionId: 's', projectHash: 'p', startTime: '2026-01-01', kind: 'main' },
    {
      id: 'm',
      type: 'gemini',
      content: '',
      toolCalls: [
        {
          id: 'c',
          name: 'sh',
          args: {},
          status: 'success',
          result: [{ functionResponse: { id: 'c', name: 'sh', response: { output: 'x' } } }],
        },
      ],
    },
    { $set: { lastUpdated: '2026-01-02' } },
  ],
};

const logs = Object.entries(LOGS);

test.each(logs)(
  'a %s log is recognised and counted whole, with its one call paired',
  async (reader, rows) => {
    const { header } = await read(lines(rows));
    expect(header.reader).toBe(reader);
    expect(header.ledger).toEqual({
      read: rows.length,
      mapped: rows.length,
      raw: 0,
      unpaired: 0,
      dropped: 0,
    });
    expect(header.problems).toEqual([]);
    expect(header.quality.replayability.scriptedRerun).toBe(true);
  },
);

/** Read, or refused by a coded error: anything else is a defect. */
async function readOrRefuse(content: string | Uint8Array, format?: string): Promise<Trace | MeasurandError> {
  try {
    return await read(content, format);
  } catch (error) {
    if (error instanceof MeasurandError) return error;
    throw error;
  }
}

function balanced({ header, events }: Trace): void {
  const { read: all, mapped, raw, unpaired, dropped } = header.ledger;
  expect(mapped + raw + unpaired + dropped).toBe(all);
  expect(Math.min(mapped, raw, unpaired, dropped)).toBeGreaterThanOrEqual(0);
  expect(new Set(events.map(({ record }) => record)).size).toBe(all - dropped);
}

verifies(
  'trace.ledger.truncation',
  async () => {
    for (const [reader, rows] of logs) {
      const whole = Buffer.from(lines(rows));
      for (let cut = 1; cut < whole.length; cut += 1) {
        const outcome = await readOrRefuse(whole.subarray(0, cut), reader);
        if (outcome instanceof MeasurandError) continue;
        balanced(outcome);
        const newline = 10;
        const clean = whole[cut - 1] === newline || whole[cut] === newline;
        expect(outcome.header.ledger.dropped, `${reader} cut at ${cut}`).toBe(clean ? 0 : 1);
      }
    }
  },
  120_000,
);

property.prop([fc.constantFrom(...logs), fc.infiniteStream(fc.nat())], { numRuns: 200 })(
  'lines in another order are counted each once, and the disorder is told',
  async ([reader, rows], stream) => {
    const order = rows
      .map((row) => ({ row, at: stream.next().value }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
    const outcome = await readOrRefuse(lines(order), reader);
    if (outcome instanceof MeasurandError) return;
    balanced(outcome);
    const moved = order.some((row, i) => row !== rows[i]);
    const { ledger, problems } = outcome.header;
    const result = order.findIndex((row) =>
      JSON.stringify(row).match(/tool_result"|_output"|tool\/result|toolResult/),
    );
    const call = order.findIndex((row) =>
      JSON.stringify(row).match(/tool_use"|function_call"|tool\/call|toolCall"/),
    );
    if (moved && result >= 0 && call > result)
      expect(problems.length + ledger.raw + ledger.unpaired).toBeGreaterThan(0);
  },
);

property.prop([fc.constantFrom(...logs), fc.nat(), fc.nat()], { numRuns: 300 })(
  'a field under another name is told: no record is thinned without a word',
  async ([reader, rows], at, which) => {
    const row = rows[at % rows.length] as JsonObject;
    const text = JSON.stringify(row);
    const names = [
      ...text.matchAll(
        /"(call_id|callId|callID|toolCallId|tool_use_id|is_error|isError|arguments|input|functionResponse|functionCall|toolCalls|state)":/g,
      ),
    ];
    const name = names[which % Math.max(names.length, 1)]?.[1];
    if (name === undefined) return;
    const renamed = rows.map((one) =>
      one === row ? (JSON.parse(text.replace(`"${name}":`, `"${name}X":`)) as JsonObject) : one,
    );
    const outcome = await readOrRefuse(lines(renamed), reader);
    if (outcome instanceof MeasurandError) return;
    balanced(outcome);
    const { ledger, problems } = outcome.header;
    expect(problems.length + ledger.raw + ledger.unpaired, `${reader}: ${name}`).toBeGreaterThan(0);
  },
);

property.prop([fc.constantFrom(...logs), fc.uint8Array({ maxLength: 40 }), fc.nat()], { numRuns: 200 })(
  'bytes of any kind in the middle are dropped and told, or kept, and never break the count',
  async ([reader, rows], junk, where) => {
    const whole = Buffer.from(lines(rows));
    const at = where % whole.length;
    const outcome = await readOrRefuse(
      Buffer.concat([whole.subarray(0, at), junk, whole.subarray(at)]),
      reader,
    );
    if (!(outcome instanceof MeasurandError)) balanced(outcome);
  },
);

property.prop([fc.constantFrom(...logs), fc.jsonValue(), fc.nat()], { numRuns: 300 })(
  'any JSON value as a record is counted',
  async ([reader, rows], value, where) => {
    const texts = rows.map((row) => JSON.stringify(row));
    texts.splice(where % texts.length, 0, JSON.stringify(value));
    const outcome = await readOrRefuse(texts.join('\n'), reader);
    if (!(outcome instanceof MeasurandError)) balanced(outcome);
  },
);

test('two sessions mixed line by line are told', async () => {
  const rows = LOGS['claude-session'] ?? [];
  const other = rows.map((row) => ({
    ...row,
    sessionId: 'z',
    uuid: `z${String(row['uuid'])}`,
    parentUuid: row['parentUuid'] === null ? null : `z${String(row['parentUuid'])}`,
  }));
  const mixed = rows.flatMap((row, i) => [row, other[i] as JsonObject]);
  const { header } = await read(lines(mixed));
  balanced({ header, events: (await read(lines(mixed))).events });
  expect(header.problems.map(({ code }) => code)).toContain('interleaved-sessions');
});

test('a line of many megabytes, deep nesting and invalid UTF-8 are each one record', async () => {
  const [head = {}, ...rest] = LOGS['pi-session'] ?? [];
  const big = pi('big', null, { role: 'user', content: 'x'.repeat(20_000_000) });
  const deep = `{"type":"message","id":"d","parentId":null,"message":${'['.repeat(3000)}${']'.repeat(3000)}}\n`;
  const bytes = Buffer.concat([
    Buffer.from(lines([head, big])),
    Buffer.from(deep),
    Buffer.from([0xff, 0xfe, 10]),
    Buffer.from(lines(rest)),
  ]);
  const { header } = await read(bytes);
  expect(header.ledger).toEqual({ read: 7, mapped: 5, raw: 0, unpaired: 0, dropped: 2 });
  expect(header.problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['too-deep', 'invalid-utf8']),
  );
});

verifies('trace.versions.newer-refused', async () => {
  const newer: readonly (readonly [string, string, string, string])[] = [
    ['claude-session', '"version":"2.1.0"', '"version":"3.0.0"', 'version'],
    ['codex-rollout', '0.171.0', '1.0.0', 'payload.cli_version'],
    ['dsh-session', '"version":0', '"version":1', 'version'],
    ['openclaw-database', '"version":4', '"version":5', 'version'],
    ['opencode-database', '1.18.33', '2.0.0', 'version'],
    ['pi-session', '"version":3', '"version":4', 'version'],
    ['qwen-session', '0.24.4', '1.0.0', 'version'],
  ];
  for (const [reader, from, to, field] of newer) {
    const refused = await readOrRefuse(lines(LOGS[reader] ?? []).replaceAll(from, to));
    expect(refused, reader).toBeInstanceOf(MeasurandError);
    if (!(refused instanceof MeasurandError)) continue;
    expect([refused.code, refused.place.field, refused.exitCode], reader).toEqual([
      'newer-version',
      field,
      2,
    ]);
  }
});

verifies('trace.tokens.counted-once', async () => {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90 };
  const block = (uuid: string, parent: string | null, text: string): JsonObject =>
    claude(uuid, parent, 'assistant', [{ type: 'text', text }], {
      requestId: 'r',
      message: { id: 'm', usage },
    });
  const { header } = await read(lines([block('1', null, 'a'), block('2', '1', 'b'), block('2', '1', 'b')]));
  expect(header.tokens).toMatchObject({
    responses: 1,
    input: 100,
    output: 5,
    cached: 90,
    naive: { input: 200, output: 10 },
  });
  expect(header.problems.map(({ code }) => code)).toEqual(['repeated-record']);
});

verifies('trace.results.synthetic-tagged', async () => {
  const texts = [
    'missing tool result in session history; inserted synthetic error result',
    'No result provided',
    'ordinary output',
  ];
  const rows = texts.flatMap((text, i) => [
    pi(`a${i}`, null, {
      role: 'assistant',
      content: [{ type: 'toolCall', id: `c${i}`, name: 'bash', arguments: {} }],
    }),
    pi(`b${i}`, `a${i}`, { ...piResult, toolCallId: `c${i}`, content: [{ type: 'text', text }] }),
  ]);
  const { events, header } = await read(lines([{ type: 'session', version: 3, id: 's' }, ...rows]));
  const results = events.filter(({ payload }) => payload.kind === 'result');
  expect(results.map(({ synthetic }) => synthetic !== undefined)).toEqual([true, true, false]);
  expect(header.quality.fidelity.syntheticEvents).toBe(2);
});

verifies('trace.pairs.never-invented', async () => {
  const rows = (LOGS['codex-rollout'] ?? []).filter((row) => !JSON.stringify(row).includes('_output'));
  const { header, events } = await read(lines(rows));
  expect(header.unpaired).toEqual({ calls: ['c'], results: [] });
  expect(header.ledger.unpaired).toBe(1);
  expect(events.some(({ payload }) => payload.kind === 'result')).toBe(false);
  expect(header.problems.map(({ code }) => code)).toEqual(['sequence-gap']);
});

verifies('trace.notices.accepted-is-not-delivered', async () => {
  const queue: JsonObject = {
    type: 'queue-operation',
    operation: 'enqueue',
    sessionId: 's',
    content: '<task-notification><task-id>t1</task-id></task-notification>',
  };
  const delivered = claude(
    '9',
    '4',
    'user',
    [{ type: 'text', text: '<task-notification><task-id>t1</task-id></task-notification>' }],
    { origin: { kind: 'task-notification' } },
  );
  const rows = LOGS['claude-session'] ?? [];
  const lost = await read(lines([...rows, queue]));
  expect(lost.header.problems.map(({ code }) => code)).toEqual(['undelivered-completion']);
  const told = await read(lines([...rows, queue, delivered]));
  expect(told.header.problems).toEqual([]);
});

test('missing differs from empty: an absent text, flag or exit code stays absent', async () => {
  const bare = { role: 'toolResult', toolCallId: 'c1', toolName: 'bash' };
  const empty = { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: [], isError: false };
  const payloads = await Promise.all(
    [bare, empty].map(async (result) => {
      const { events } = await read(
        lines([{ type: 'session', version: 3, id: 's' }, pi('a', null, piCall), pi('b', 'a', result)]),
      );
      return events.find(({ payload }) => payload.kind === 'result')?.payload;
    }),
  );
  expect(payloads[0]).toEqual({ kind: 'result', name: 'bash', parts: [] });
  expect(payloads[1]).toEqual({ kind: 'result', name: 'bash', parts: [], text: '', isError: false });
});
