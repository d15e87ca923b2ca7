import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { zipOf } from '../../../../test/samples/zip.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { diffTraces } from '../../diff/diff.ts';
import { gathered } from '../../diff/side.ts';
import { readTrace } from '../../read-trace.ts';
import type { Trace } from '../../trace.ts';

type Json = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), 'measurand-inspect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

function read(content: string | Buffer): Promise<Trace> {
  files += 1;
  const file = join(folder, `log-${files}`);
  writeFileSync(file, content);
  return readTrace(file);
}

async function readOrRefuse(content: string | Buffer): Promise<Trace | MeasurandError> {
  try {
    return await read(content);
  } catch (error) {
    if (error instanceof MeasurandError) return error;
    throw error;
  }
}

const LONG = 'a result of more than a hundred characters '.repeat(4);
const CALL = { id: 'c1', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' };
const SYSTEM = { id: 'm0', role: 'system', content: 'you are a tester' };
const ASKED = { id: 'm1', role: 'user', content: 'go', source: 'input' };
const CALLED = { id: 'm2', role: 'assistant', content: 'calling', source: 'generate', tool_calls: [CALL] };
const RESULT = { id: 'm3', role: 'tool', content: LONG, tool_call_id: 'c1', function: 'bash' };
const SAID = { id: 'm4', role: 'assistant', content: 'done', source: 'generate' };
const USAGE = { input_tokens: 10, output_tokens: 5, input_tokens_cache_read: 90, total_tokens: 105 };

const output = (message: Json, usage: Json = USAGE): Json => ({
  model: 'm',
  choices: [{ message, stop_reason: 'stop' }],
  usage,
});

const model = (uuid: string, input: readonly unknown[], message: Json, more: Json = {}): Json => ({
  event: 'model',
  uuid,
  span_id: 'agent',
  timestamp: '2026-01-01T00:00:00+00:00',
  model: 'vendor/m',
  input,
  tools: [{ name: 'bash', description: 'runs a command', parameters: {} }],
  tool_choice: 'auto',
  config: {},
  output: output(message),
  ...more,
});

const TOOL: Json = {
  event: 'tool',
  uuid: 'e3',
  span_id: 'agent',
  type: 'function',
  id: 'c1',
  function: 'bash',
  arguments: { cmd: 'ls' },
  result: LONG,
  completed: '2026-01-01T00:00:01+00:00',
  working_time: 0.5,
};

const SPAN = { event: 'span_begin', uuid: 'e1', id: 'agent', name: 'react', type: 'agent' };

const EVENTS: readonly Json[] = [
  SPAN,
  model('e2', [SYSTEM, ASKED], CALLED),
  TOOL,
  { event: 'sandbox', uuid: 'e4', span_id: 'agent', action: 'exec', cmd: 'ls', result: 0, output: 'x' },
  model('e5', [SYSTEM, ASKED, CALLED, RESULT], SAID),
  { event: 'span_end', uuid: 'e6', id: 'agent' },
];

const sample = (id: string | number, more: Json = {}): Json => ({
  id,
  epoch: 1,
  input: 'go',
  target: 'done',
  messages: [SYSTEM, ASKED, CALLED, RESULT, SAID],
  output: output(SAID),
  scores: { match: { value: 'C' } },
  events: EVENTS,
  model_usage: { m: USAGE },
  attachments: {},
  ...more,
});

const head = (ids: readonly (string | number)[], more: Json = {}): Json => ({
  version: 2,
  status: 'success',
  eval: {
    task: 't',
    model: 'vendor/m',
    dataset: { sample_ids: ids },
    config: { epochs: 1 },
    packages: { inspect_ai: '0.3.220' },
  },
  stats: { model_usage: { m: USAGE } },
  ...more,
});

const text = (value: unknown): string => JSON.stringify(value);

function archive(samples: readonly Json[], more: Json = {}): Buffer {
  const ids = samples.map((one) => one['id'] as string);
  const { version, eval: spec } = head(ids, more);
  return zipOf([
    { name: '_journal/start.json', content: text({ version, eval: spec, plan: {} }) },
    ...samples.map((one) => ({ name: `samples/${String(one['id'])}_epoch_1.json`, content: text(one) })),
    { name: '_journal/summaries/1.json', content: text(ids.map((id) => ({ id, epoch: 1 }))) },
    { name: 'header.json', content: text(head(ids, more)) },
  ]);
}

const asJson = (samples: readonly Json[], more: Json = {}): string =>
  text({
    ...head(
      samples.map((one) => one['id'] as string),
      more,
    ),
    samples,
  });

/** A pooled sample: its messages and bodies stand once, its long texts among the attachments. */
const POOLED = sample('p', {
  events: [
    SPAN,
    model('e2', [], CALLED, { input_refs: [[0, 2]] }),
    { ...TOOL, result: 'attachment://abc' },
    model('e5', [], SAID, {
      input_refs: [
        [0, 2],
        [2, 4],
      ],
      call: {
        request: { top: 1 },
        response: {},
        call_refs: [[0, 1]],
        call_key: 'messages',
      },
    }),
    { event: 'span_end', id: 'agent' },
  ],
  events_data: {
    messages: [SYSTEM, ASKED, CALLED, { ...RESULT, content: 'attachment://abc' }],
    calls: [{ said: 'attachment://abc' }],
  },
  attachments: { abc: LONG },
});

function chunked(drop: readonly string[] = []): Buffer {
  const { messages, events, events_data: pools, attachments: _, ...shell } = POOLED;
  const { messages: pool, calls } = pools as { messages: readonly Json[]; calls: readonly Json[] };
  const at = (value: unknown): string => text(value).replaceAll('attachment://abc', 'attachment://0');
  const list = events as readonly Json[];
  const prefix = 'samples/p_epoch_1';
  const parts = [
    { name: 'header.json', content: text(head(['p'])) },
    {
      name: `${prefix}/sample.json`,
      content: at({
        ...shell,
        message_refs: [
          [0, 4],
          [4, 5],
        ],
      }),
    },
    { name: `${prefix}/metadata.json`, content: '{"k":1}' },
    { name: `${prefix}/skeleton.json`, content: '{}' },
    { name: `${prefix}/messages/0.json`, content: at(pool) },
    { name: `${prefix}/messages/4.json`, content: at([(messages as readonly Json[])[4]]) },
    { name: `${prefix}/events/0.json`, content: at(list.slice(0, 2)) },
    { name: `${prefix}/events/2.json`, content: at(list.slice(2)) },
    { name: `${prefix}/events/stats.json`, content: '{}' },
    { name: `${prefix}/events/uuids.json`, content: text(list.map(({ uuid }) => uuid ?? null)) },
    { name: `${prefix}/calls/0.json`, content: at(calls) },
    { name: `${prefix}/attachments/0.json`, content: text([LONG]) },
  ];
  return zipOf(parts.filter(({ name }) => !drop.some((end) => name.endsWith(end))));
}

const payloads = ({ events }: Trace, visibility?: string): readonly unknown[] =>
  events
    .filter((event) => visibility === undefined || event.visibility === visibility)
    .map(({ payload }) => payload);

function balanced({ header, events }: Trace): void {
  const { read: all, mapped, raw, unpaired, dropped } = header.ledger;
  expect(mapped + raw + unpaired + dropped).toBe(all);
  expect(new Set(events.map(({ record }) => record)).size).toBe(all - dropped);
}

/** Whether anything was said: a problem, a raw record, a call without its result, a record that could not be read. */
function told(outcome: Trace | MeasurandError): boolean {
  if (outcome instanceof MeasurandError) return true;
  const { ledger, problems } = outcome.header;
  return problems.length + ledger.raw + ledger.unpaired + ledger.dropped > 0;
}

verifies('trace.inspect.whole', async () => {
  const [zipped, plain] = await Promise.all([read(archive([sample('a')])), read(asJson([sample('a')]))]);
  // The head, the sample, five messages and six events; an archive has its journal and summaries besides.
  expect(plain.header.ledger).toEqual({ read: 13, mapped: 13, raw: 0, unpaired: 0, dropped: 0 });
  expect(zipped.header.ledger).toEqual({ read: 15, mapped: 15, raw: 0, unpaired: 0, dropped: 0 });
  for (const trace of [zipped, plain]) {
    expect(trace.header.problems).toEqual([]);
    expect(trace.header.reader).toBe('inspect-log');
    expect(trace.header.tokens).toMatchObject({ responses: 2, input: 200, output: 10, cached: 180 });
    expect(trace.header.quality.completeness.ends).toBe('closed');
    expect(trace.header.quality.replayability.scriptedRerun).toBe(true);
  }
  const happened = payloads(zipped, 'happened');
  expect(happened).toContainEqual(
    expect.objectContaining({ kind: 'result', text: LONG, isError: false, milliseconds: 500 }),
  );
  expect(happened).toContainEqual(expect.objectContaining({ kind: 'process', command: 'ls', exitCode: 0 }));
});

verifies('trace.inspect.pools', async () => {
  const [pooled, apart] = await Promise.all([read(archive([POOLED])), read(chunked())]);
  for (const trace of [pooled, apart]) {
    expect(trace.header.problems).toEqual([]);
    expect(trace.header.ledger).toMatchObject({ raw: 0, unpaired: 0, dropped: 0 });
    expect(payloads(trace, 'shown')).toContainEqual(expect.objectContaining({ kind: 'result', text: LONG }));
    expect(payloads(trace, 'happened')).toContainEqual(
      expect.objectContaining({ kind: 'result', text: LONG }),
    );
    expect(text(trace.events)).not.toContain('attachment://');
  }
  expect(payloads(pooled, 'shown')).toEqual(payloads(apart, 'shown'));
  const bodies = payloads(apart).filter((one) => text(one).includes('"body":'));
  expect(bodies).toHaveLength(1);
});

test('a sample of which a chunk is absent is dropped and named: references into it would go astray', async () => {
  for (const part of ['messages/0.json', 'events/2.json', 'p_epoch_1/sample.json']) {
    const { header } = await read(chunked([part]));
    expect(header.ledger.dropped, part).toBeGreaterThan(0);
    expect(
      header.problems.map(({ code }) => code),
      part,
    ).toContain('missing-sample');
  }
  for (const part of ['attachments/0.json', 'calls/0.json', 'messages/4.json'])
    expect(told(await read(chunked([part]))), part).toBe(true);
});

verifies('trace.inspect.unfinished', async () => {
  const called = sample('b', { messages: [SYSTEM, ASKED, CALLED], events: EVENTS.slice(0, 2) });
  const { version, eval: spec } = head(['a', 'b', 'c']);
  const trace = await read(
    zipOf([
      { name: '_journal/start.json', content: text({ version, eval: spec, plan: {} }) },
      { name: 'samples/a_epoch_1.json', content: text(sample('a')) },
      { name: 'samples/b_epoch_1.json', content: text(called) },
      { name: '_journal/summaries/1.json', content: text([{ id: 'c', epoch: 1 }]) },
    ]),
  );
  expect(trace.header.quality.completeness.ends).toBe('open');
  expect(trace.header.unpaired.calls).toContain('c1');
  expect(trace.header.ledger.unpaired).toBe(2);
  expect(trace.header.problems.map(({ code, what }) => [code, what.split(' ', 1)[0]])).toEqual([
    ['unfinished-log', 'was'],
    ['summary-without-sample', 'c_epoch_1'],
    ['missing-sample', 'c_epoch_1'],
  ]);
});

test('errors, limits, failed attempts, approvals and child agents are told as what they are', async () => {
  const child = { event: 'span_begin', id: 'child', parent_id: 'agent', name: 'helper', type: 'agent' };
  const { events } = await read(
    asJson([
      sample('a', {
        error: { message: 'RuntimeError()', traceback: '' },
        limit: { type: 'token', limit: 9 },
        error_retries: [{ message: 'first try', traceback: '', events: [model('r1', [ASKED], SAID)] }],
        events: [
          SPAN,
          child,
          { event: 'span_end', id: 'child' },
          { event: 'approval', message: '', call: CALL, approver: 'human', decision: 'reject' },
          { ...TOOL, result: '', error: { type: 'timeout', message: 'took too long' } },
          { event: 'sample_limit', type: 'token', message: 'too many tokens', limit: 9 },
          { event: 'compaction', type: 'trim', tokens_before: 900 },
          { event: 'error', error: { message: 'boom', traceback: '' } },
        ],
      }),
    ]),
  );
  const all = events.map(({ payload }) => payload);
  for (const expected of [
    { kind: 'error', message: 'RuntimeError()' },
    { kind: 'error', code: 'limit-token', message: 'too many tokens' },
    { kind: 'error', code: 'retried', message: 'first try' },
    { kind: 'error', message: 'boom' },
    { kind: 'child', phase: 'start', child: 'child' },
    { kind: 'child', phase: 'end', child: 'child' },
    { kind: 'approval', decision: 'reject', by: 'human' },
    { kind: 'result', isError: true, status: 'timeout', text: 'took too long' },
    { kind: 'compaction', trigger: 'trim', tokensBefore: 900 },
  ])
    expect(all).toContainEqual(expect.objectContaining(expected));
  expect(events.some(({ native }) => native.turn === 'retry 0')).toBe(true);
});

test('what the cache of Inspect served is not counted again', async () => {
  const again = { ...model('e7', [SYSTEM, ASKED], SAID), cache: 'read' };
  const { header } = await read(asJson([sample('a', { events: [...EVENTS, again] })]));
  expect(header.tokens).toMatchObject({ responses: 2, input: 200 });
});

test('calls that a provider ran itself are calls with results', async () => {
  const search = {
    type: 'tool_use',
    tool_type: 'web_search',
    id: 'w',
    name: 'search',
    arguments: '{}',
    result: 'found',
  };
  const spoke = { ...SAID, content: [search, { type: 'text', text: 'done' }] };
  const { events, header } = await read(
    asJson([sample('a', { messages: [SYSTEM, ASKED, spoke], events: [] })]),
  );
  expect(events.filter(({ native }) => native.call === 'w').map(({ payload }) => payload.kind)).toEqual([
    'call',
    'result',
  ]);
  expect(header.ledger.unpaired).toBe(0);
});

verifies('trace.inspect.diff', async () => {
  const cut = { ...RESULT, content: LONG.slice(0, 60) };
  const events = EVENTS.map((event) =>
    event['uuid'] === 'e5' ? model('e5', [SYSTEM, ASKED, CALLED, cut], SAID) : event,
  );
  const failed = events.map((event) => (event === TOOL ? { ...TOOL, failed: true } : event));
  const trace = gathered([await read(archive([sample('a', { events: failed })]))]);
  const kinds = diffTraces(trace).differences.map(({ kind }) => kind);
  expect(kinds).toContain('text-cut');
  expect(kinds).toContain('error-flag-not-told');
});

verifies('trace.inspect.newer-refused', async () => {
  for (const content of [asJson([sample('a')], { version: 3 }), archive([sample('a')], { version: 3 })]) {
    const refused = await readOrRefuse(content);
    expect(refused).toMatchObject({ code: 'newer-version', place: { field: 'version' }, exitCode: 2 });
  }
  const unknown = await read(
    asJson([sample('a', { events: [...EVENTS, { event: 'telepathy', uuid: 'x' }] })]),
  );
  expect(unknown.header.ledger.raw).toBe(1);
  expect(unknown.header.problems.map(({ code }) => code)).toEqual(['unknown-record']);
});

test('a zip archive that is no log, or is damaged, is refused', async () => {
  expect(await readOrRefuse(zipOf([{ name: 'a.txt', content: 'x' }]))).toMatchObject({
    code: 'unknown-format',
  });
  expect(await readOrRefuse(archive([sample('a')]).subarray(0, -30))).toMatchObject({ code: 'damaged-zip' });
  const twice = zipOf([
    { name: 'header.json', content: text(head(['a'])) },
    { name: 'samples/a_epoch_1.json', content: text(sample('a')), crc: 7 },
    { name: 'evil.bin', content: 'x' },
  ]);
  const { header } = await read(twice);
  expect(header.ledger).toEqual({ read: 3, mapped: 1, raw: 1, unpaired: 0, dropped: 1 });
});

property.prop([fc.nat()], { numRuns: 60 })(
  'a log that is cut at any byte is read up to the cut, or refused',
  async (place) => {
    const whole = Buffer.from(asJson([sample('a'), sample('b')]));
    const cut = place % (whole.length - 1);
    const outcome = await readOrRefuse(whole.subarray(0, cut));
    if (!(outcome instanceof MeasurandError)) balanced(outcome);
    expect(told(outcome)).toBe(true);
  },
);

const NAMES =
  /"(events|messages|event|role|content|tool_calls|tool_call_id|function|arguments|result|input|output|choices|message|usage|id|epoch|model|span_id|input_refs|events_data|call_refs|attachments)":/g;

property.prop([fc.nat(), fc.boolean()], { numRuns: 150 })(
  'a member under another name is told: nothing of a sample is thinned without a word',
  async (which, pooled) => {
    const whole = text(pooled ? POOLED : sample('a'));
    const names = [...whole.matchAll(NAMES)];
    const name = names[which % names.length] as RegExpExecArray;
    const renamed = `${whole.slice(0, name.index)}"${name[1]}X":${whole.slice(name.index + name[0].length)}`;
    const outcome = await readOrRefuse(archive([JSON.parse(renamed) as Json]));
    if (!(outcome instanceof MeasurandError)) balanced(outcome);
    expect(told(outcome), `${name[1]} at ${name.index}`).toBe(true);
  },
);

property.prop([fc.jsonValue(), fc.nat(), fc.boolean()], { numRuns: 100 })(
  'any JSON value in the place of an event or a message is counted',
  async (value, where, among) => {
    const list: unknown[] = among ? [...EVENTS] : [SYSTEM, ASKED, CALLED, RESULT, SAID];
    list.splice(where % list.length, 0, value);
    const outcome = await readOrRefuse(archive([sample('a', { [among ? 'events' : 'messages']: list })]));
    if (!(outcome instanceof MeasurandError)) balanced(outcome);
  },
);

test('events of another order, of another sample or twice over are told', async () => {
  const codes = async (content: Buffer | string): Promise<readonly string[]> =>
    (await read(content)).header.problems.map(({ code }) => code);
  expect(await codes(archive([sample('a', { events: EVENTS.toReversed() })]))).toContain('out-of-order');
  const astray = EVENTS.map((event) => ({ ...event, ...(event['span_id'] ? { span_id: 'other' } : {}) }));
  expect(await codes(archive([sample('a', { events: astray })]))).toContain('missing-parent');
  expect(await codes(asJson([sample('a'), sample('b'), sample('a')]))).toEqual(
    expect.arrayContaining(['repeated-sample', 'interleaved-sessions']),
  );
});
