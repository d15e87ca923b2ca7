import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../src/core/json.ts';
import { streamTrace } from '../src/trace/read-trace.ts';
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
};

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

/** Bytes a second at which `JSON.parse` alone goes through the lines. */
function bareParsing(file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = performance.now();
  for (const line of lines) if (line !== '') JSON.parse(line);
  return statSync(file).size / ((performance.now() - start) / 1000);
}

async function importing(file: string): Promise<{ perSecond: number; peak: number }> {
  const before = process.memoryUsage().rss;
  let peak = 0;
  let events = 0;
  const start = performance.now();
  const onEvent = (): void => {
    events += 1;
    if (events % 2000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
  };
  await streamTrace(file, { onEvent });
  return { perSecond: statSync(file).size / ((performance.now() - start) / 1000), peak };
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
        const { perSecond, peak } = await importing(file);
        const memory = `+${Math.round(peak / MEBIBYTE)} MiB resident`;
        results.push({
          name: `import ${form}, MiB/s, ${memory} (bound: JSON.parse alone)`,
          perSecond: perSecond / MEBIBYTE,
          bound: bareParsing(file) / MEBIBYTE,
          reference: null,
        });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return results;
  },
} satisfies Benchmark;
