import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../src/core/json.ts';
import { streamTrace } from '../src/trace/read-trace.ts';
import { zipOf } from '../test/samples/zip.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const MEBIBYTE = 1 << 20;
const BYTES = 24 * MEBIBYTE;
const OUTPUT = 'a line of output, as tools print them\n'.repeat(40);

/** One call with its result, as each form writes it. */
const FORMS: Readonly<Record<string, (i: number) => readonly JsonObject[]>> = {
  'claude-session': (i) => [
    {
      type: 'assistant',
      uuid: `a${i}`,
      parentUuid: null,
      sessionId: 's',
      version: '2.1.0',
      requestId: `r${i}`,
      message: {
        id: `m${i}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: `ls ${i}` } }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
    {
      type: 'user',
      uuid: `b${i}`,
      parentUuid: `a${i}`,
      sessionId: 's',
      version: '2.1.0',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: OUTPUT, is_error: false }],
      },
    },
  ],
  'codex-rollout': (i) => [
    ...(i === 0 ? [{ ordinal: 0, type: 'session_meta', payload: { id: 's', cli_version: '0.171.0' } }] : []),
    {
      ordinal: 2 * i + 1,
      type: 'response_item',
      payload: { type: 'function_call', name: 'exec', arguments: '{}', call_id: `c${i}` },
    },
    {
      ordinal: 2 * i + 2,
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: `c${i}`, output: OUTPUT },
    },
  ],
  'pi-session': (i) => [
    ...(i === 0 ? [{ type: 'session', version: 3, id: 's' }] : []),
    {
      type: 'message',
      id: `a${i}`,
      parentId: null,
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: `c${i}`, name: 'bash', arguments: {} }],
      },
    },
    {
      type: 'message',
      id: `b${i}`,
      parentId: `a${i}`,
      message: {
        role: 'toolResult',
        toolCallId: `c${i}`,
        content: [{ type: 'text', text: OUTPUT }],
        isError: false,
      },
    },
  ],
  'opencode-database': (i) => [
    ...(i === 0 ? [{ _table: 'session', id: 's', version: '1.18.33' }] : []),
    {
      _table: 'message',
      id: `m${String(i).padStart(9, '0')}`,
      session_id: 's',
      data: { role: 'assistant', finish: 'stop' },
    },
    {
      _table: 'part',
      id: `p${String(i).padStart(9, '0')}`,
      message_id: `m${String(i).padStart(9, '0')}`,
      session_id: 's',
      data: {
        type: 'tool',
        tool: 'bash',
        callID: `c${i}`,
        state: { status: 'completed', input: {}, output: OUTPUT, metadata: { exit: 0 } },
      },
    },
  ],
  'dsh-session': (i) => [
    ...(i === 0 ? [{ type: 'session', version: 0, id: 's', createdAt: 1 }] : []),
    { type: 'tool/call', seq: 2 * i, data: { callId: `c${i}`, name: 'bash', arguments: '{}' } },
    {
      type: 'tool/result',
      seq: 2 * i + 1,
      data: {
        message: {
          content: [
            {
              type: 'tool-result',
              toolCallId: `c${i}`,
              content: [{ type: 'text', text: OUTPUT }],
              isError: false,
            },
          ],
        },
      },
    },
  ],
  'openclaw-database': (i) => [
    {
      _table: 'transcript_events',
      session_id: 's',
      seq: 2 * i,
      event_json: {
        type: 'message',
        id: `a${i}`,
        parentId: null,
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall', id: `c${i}`, name: 'bash', arguments: {} }],
        },
      },
    },
    {
      _table: 'transcript_events',
      session_id: 's',
      seq: 2 * i + 1,
      event_json: {
        type: 'message',
        id: `b${i}`,
        parentId: `a${i}`,
        message: {
          role: 'toolResult',
          toolCallId: `c${i}`,
          content: [{ type: 'text', text: OUTPUT }],
          isError: false,
        },
      },
    },
  ],
  'qwen-session': (i) => [
    {
      uuid: `a${i}`,
      parentUuid: i === 0 ? null : `b${i - 1}`,
      sessionId: 's',
      type: 'assistant',
      provenance: 'assistant_output',
      version: '0.24.4',
      message: { parts: [{ functionCall: { id: `c${i}`, name: 'sh', args: {} } }] },
    },
    {
      uuid: `b${i}`,
      parentUuid: `a${i}`,
      sessionId: 's',
      type: 'tool_result',
      provenance: 'tool_result',
      version: '0.24.4',
      message: { parts: [{ functionResponse: { id: `c${i}`, name: 'sh', response: { output: OUTPUT } } }] },
    },
  ],
  'gemini-session': (i) => [
    ...(i === 0 ? [{ sessionId: 's', projectHash: 'p', startTime: '2026-01-01', kind: 'main' }] : []),
    {
      id: `m${i}`,
      type: 'gemini',
      content: '',
      toolCalls: [
        {
          id: `c${i}`,
          name: 'sh',
          args: {},
          status: 'success',
          result: [{ functionResponse: { id: `c${i}`, name: 'sh', response: { output: OUTPUT } } }],
        },
      ],
    },
  ],
};

/** Calls of one sample. Each is asked for in a model event that refers to all messages before it. */
const CALLS = 100;

function inspectSample(id: number): JsonObject {
  const messages: JsonObject[] = [{ id: `u${id}`, role: 'user', content: 'go' }];
  const events: JsonObject[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    const call = { id: `c${i}`, function: 'bash', arguments: { cmd: `ls ${i}` }, type: 'function' };
    const message = { id: `a${i}`, role: 'assistant', content: '', tool_calls: [call] };
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    events.push(
      {
        event: 'model',
        uuid: `e${i}`,
        model: 'm',
        input: [],
        input_refs: [[0, messages.length]],
        tools: [],
        output: { model: 'm', choices: [{ message, stop_reason: 'tool_calls' }], usage },
      },
      {
        event: 'tool',
        uuid: `t${i}`,
        id: call.id,
        function: 'bash',
        arguments: call.arguments,
        result: OUTPUT,
      },
    );
    const result = { id: `r${i}`, role: 'tool', content: OUTPUT, tool_call_id: call.id, function: 'bash' };
    messages.push(message, result);
  }
  return { id, epoch: 1, messages, events, events_data: { messages, calls: [] } };
}

/** The same samples as the JSON of a log and as its archive, and the texts that hold them. */
function inspectLogs(): {
  readonly json: string;
  readonly archive: Buffer;
  readonly texts: readonly string[];
} {
  const texts: string[] = [];
  for (let bytes = 0; bytes < BYTES; bytes += texts.at(-1)?.length ?? 0)
    texts.push(JSON.stringify(inspectSample(texts.length)));
  const head = `"version":2,"status":"success","eval":{"task":"t","model":"m"}`;
  return {
    json: `{${head},"samples":[${texts.join(',')}]}`,
    archive: zipOf([
      { name: 'header.json', content: `{${head}}` },
      ...texts.map((content, i) => ({ name: `samples/${i}_epoch_1.json`, content })),
    ]),
    texts,
  };
}

function fill(file: string, rows: (i: number) => readonly JsonObject[]): void {
  const lines: string[] = [];
  let bytes = 0;
  for (let i = 0; bytes < BYTES; i += 1) {
    for (const row of rows(i)) {
      const line = `${JSON.stringify(row)}\n`;
      lines.push(line);
      bytes += line.length;
    }
  }
  writeFileSync(file, lines.join(''));
}

/** Seconds in which `JSON.parse` alone goes through some texts. */
function bareParsing(texts: readonly string[]): number {
  const start = performance.now();
  for (const text of texts) JSON.parse(text);
  return (performance.now() - start) / 1000;
}

async function importing(file: string): Promise<{ seconds: number; peak: number }> {
  const before = process.memoryUsage().rss;
  let peak = 0;
  let events = 0;
  const start = performance.now();
  const onEvent = (): void => {
    events += 1;
    if (events % 2000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
  };
  await streamTrace(file, { onEvent });
  return { seconds: (performance.now() - start) / 1000, peak };
}

/** @param texts the JSON values that the file holds; its speed is told in their bytes, packed or not */
async function measured(form: string, file: string, texts: readonly string[]): Promise<BenchResult> {
  const mebibytes = texts.reduce((sum, text) => sum + text.length, 0) / MEBIBYTE;
  const { seconds, peak } = await importing(file);
  const memory = `+${Math.round(peak / MEBIBYTE)} MiB resident`;
  return {
    name: `import ${form}, MiB/s, ${memory} (bound: JSON.parse alone)`,
    perSecond: mebibytes / seconds,
    bound: mebibytes / bareParsing(texts),
    reference: null,
  };
}

/** Import of each form, events discarded, beside JSON parsing of the same lines. */
export default {
  name: 'import',
  async run(): Promise<readonly BenchResult[]> {
    const folder = mkdtempSync(join(tmpdir(), 'measurand-bench-'));
    const results: BenchResult[] = [];
    try {
      for (const [form, rows] of Object.entries(FORMS)) {
        const file = join(folder, `${form}.jsonl`);
        fill(file, rows);
        const lines = readFileSync(file, 'utf8').split('\n');
        results.push(
          await measured(
            form,
            file,
            lines.filter((line) => line !== ''),
          ),
        );
        rmSync(file);
      }
      const { json, archive, texts } = inspectLogs();
      const plain = join(folder, 'log.json');
      writeFileSync(plain, json);
      results.push(await measured('inspect-log as JSON', plain, texts));
      const packed = join(folder, 'log.eval');
      writeFileSync(packed, archive);
      results.push(await measured('inspect-log as .eval, in unpacked bytes', packed, texts));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return results;
  },
} satisfies Benchmark;
