import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logResults } from '../src/commands/results/results.ts';
import {
  harborTrial,
  inspectLog,
  inspectSample,
  patchOf,
  prediction,
  promptfooResult,
  promptfooResults,
  rewarded,
  simulation,
  sweReport,
  tau2Results,
  writeFiles,
} from '../test/samples/result-logs.ts';
import { zipOf } from '../test/samples/zip.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const MEBIBYTE = 1 << 20;
const SAID = 'a line of output, as tools print them, with "quotes" and \\ in it\n'.repeat(60);
const turns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: SAID }));
const event = { event: 'model', input: [{ role: 'user', content: SAID }], output: { completion: SAID } };
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `task-${at}`);

const samples = (count: number) =>
  ids(count).map((id, at) =>
    inspectSample(id, at % 3 === 0 ? 'I' : 'C', { messages: turns(6), events: new Array(12).fill(event) }),
  );

/** Writes a log of each form into a folder; what holds JSON is parsed for the bound. */
const FORMS: Readonly<Record<string, (folder: string) => void>> = {
  'Inspect .json': (folder) => writeFiles(folder, { 'log.json': inspectLog(samples(300)) }),
  'Inspect .eval': (folder) => {
    const { samples: own, ...head } = inspectLog(samples(300)) as { samples: { id: string }[] };
    writeFileSync(
      join(folder, 'log.eval'),
      zipOf([
        ...own.map((one) => ({ name: `samples/${one.id}_epoch_1.json`, content: JSON.stringify(one) })),
        { name: 'header.json', content: JSON.stringify(head) },
      ]),
    );
  },
  Harbor: (folder) => {
    const step = { source: 'agent', message: SAID, observation: { results: [{ content: SAID }] } };
    const trajectory = { schema_version: 'ATIF-v1.6', agent: { name: 'a' }, steps: new Array(5).fill(step) };
    for (const id of ids(300))
      writeFiles(folder, harborTrial(`${id}__a`, rewarded(1), { 'agent/trajectory.json': trajectory }));
  },
  tau2: (folder) => {
    const runs = ids(600).map((id) => simulation(id, 1, 'user_stop', { messages: turns(10) }));
    writeFiles(folder, { 'results.json': tau2Results(runs, ids(600)) });
  },
  'SWE-bench': (folder) => {
    const patch = patchOf(...ids(40).map((id) => `src/${id}.py`)).repeat(3);
    writeFiles(folder, {
      'm.run.json': sweReport({ resolved: ids(1500) }),
      'preds.jsonl': ids(1500)
        .map((id) => prediction(id, 'm', patch))
        .join(''),
    });
  },
  promptfoo: (folder) => {
    const one = (at: number) => promptfooResult(at, true, { response: { output: SAID.repeat(4) } });
    writeFiles(folder, { 'r.json': promptfooResults(ids(600).map((_, at) => one(at))) });
  },
  'JSON lines': (folder) => {
    const row = (task: string, at: number) =>
      `${JSON.stringify({ task, model: 'm', trial: at, score: 1 })}\n`;
    writeFileSync(join(folder, 't.jsonl'), ids(20_000).map(row).join(''));
  },
  CSV: (folder) => {
    const rows = ids(20_000).map((task, at) => `${task},m,${at},1\n`);
    writeFileSync(join(folder, 't.csv'), `task,model,trial,score\n${rows.join('')}`);
  },
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Seconds that nothing but JSON.parse takes for the same bytes; null where they are no JSON. */
function parsing(files: readonly string[]): number | null {
  const texts = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.jsonl') ? text.split('\n').filter((line) => line !== '') : [text];
  });
  if (files.some((file) => !/\.jsonl?$/.test(file))) return null;
  const start = performance.now();
  for (const text of texts) JSON.parse(text);
  return (performance.now() - start) / 1000;
}

async function measured(form: string, folder: string): Promise<BenchResult> {
  const files = filesIn(folder);
  const mebibytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / MEBIBYTE;
  const bare = parsing(files);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  await logResults({ logs: [folder] });
  const seconds = (performance.now() - start) / 1000;
  const more = Math.max(0, Math.round((process.memoryUsage().rss - before) / MEBIBYTE));
  return {
    name: `stats of ${form}, MiB/s of ${mebibytes.toFixed(1)} MiB, +${more} MiB resident (bound: JSON.parse alone)`,
    perSecond: mebibytes / seconds,
    bound: bare === null ? null : mebibytes / bare,
    reference: null,
  };
}

/** `measurand stats` on logs of each form, from the bytes to every table, beside JSON parsing of the same bytes. */
export default {
  name: 'results',
  async run(): Promise<readonly BenchResult[]> {
    const root = mkdtempSync(join(tmpdir(), 'measurand-bench-'));
    const results: BenchResult[] = [];
    try {
      for (const [form, write] of Object.entries(FORMS)) {
        const folder = join(root, form.replaceAll(/\W/g, '-'));
        mkdirSync(folder);
        write(folder);
        results.push(await measured(form, folder));
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    return results;
  },
} satisfies Benchmark;
