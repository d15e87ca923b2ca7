// npm run prove large-log [-- MEGABYTES]: writes an Inspect-shaped log of a gigabyte, reads it with `measurand stats` in
// a process of its own, and states the most memory that process held and the bytes read a second, beside bare JSON
// parsing of the same samples.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MEGABYTES = Number(process.argv[2] ?? 1024);
const MOST_MEGABYTES_HELD = 300;
const root = resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'large-log-'));
const file = join(folder, 'large.json');

/** One sample of about a megabyte, most of it events, as agents' samples are. */
function sample(id: number): string {
  const value = id % 5 === 0 ? 'I' : 'C';
  const said = `answer ${id} "quoted" \\ and more. `.repeat(6);
  const event = {
    event: 'model',
    timestamp: 't',
    input: [{ role: 'user', content: said }],
    output: { completion: said },
  };
  const messages = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: said,
  }));
  return JSON.stringify({
    id,
    epoch: 1,
    input: `question ${id}`,
    target: 'x',
    messages,
    output: { model: 'm', choices: [{ message: { role: 'assistant', content: said } }], completion: said },
    scores: id % 50 === 0 ? {} : { match: { value, answer: said } },
    ...(id % 50 === 0
      ? { error: { message: "RuntimeError('lost')", traceback: '', traceback_ansi: '' } }
      : {}),
    events: Array.from({ length: 1800 }, () => event),
  });
}

function write(): { readonly samples: number; readonly bytes: number } {
  const out = openSync(file, 'w');
  const header = {
    task: 'large',
    model: 'vendor/model',
    solver: 'agent',
    dataset: { samples: 0 },
    config: { epochs: 1 },
  };
  let bytes = writeSync(out, `{"version":2,"status":"success","eval":${JSON.stringify(header)},"samples":[`);
  let samples = 0;
  while (bytes < MEGABYTES * 2 ** 20) {
    samples += 1;
    bytes += writeSync(out, `${samples > 1 ? ',\n' : ''}${sample(samples)}`);
  }
  bytes += writeSync(out, ']}');
  closeSync(out);
  return { samples, bytes };
}

/** Runs a module of its own and gives the JSON that it prints. */
function measured(code: string): Record<string, number> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, number>;
}

const results = pathToFileURL(join(root, 'src', 'commands', 'results', 'results.ts')).href;
const READ = `
const { logResults } = await import(${JSON.stringify(results)});
const start = performance.now();
const found = await logResults({ logs: [${JSON.stringify(file)}] });
const seconds = (performance.now() - start) / 1000;
const { ledger } = found.sources[0];
console.log(JSON.stringify({ seconds, read: ledger.read, dropped: ledger.dropped, errored: found.stats.ledger.states.errored, megabytesHeld: process.resourceUsage().maxRSS / 1024 }));`;

/** The same samples, one at a time, by nothing but JSON.parse: what the language itself takes. */
const PARSE = `
import { openSync, readSync } from 'node:fs';
const file = openSync(${JSON.stringify(file)}, 'r');
const lines = [];
let rest = Buffer.alloc(0), seconds = 0, parsed = 0;
const chunk = Buffer.alloc(1 << 22);
for (;;) {
  const length = readSync(file, chunk, 0, chunk.length, null);
  if (length === 0) break;
  rest = Buffer.concat([rest, chunk.subarray(0, length)]);
  for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
    const text = rest.toString('utf8', rest.indexOf('{"id"'), at - 1);
    rest = rest.subarray(at + 1);
    const start = performance.now();
    JSON.parse(text);
    seconds += (performance.now() - start) / 1000;
    parsed += 1;
  }
}
console.log(JSON.stringify({ seconds, parsed }));`;

try {
  const { samples, bytes } = write();
  const read = measured(READ);
  const bare = measured(PARSE);
  const megabytes = statSync(file).size / 2 ** 20;
  const errored = Math.floor(samples / 50);
  const holds =
    read['read'] === samples &&
    read['dropped'] === 0 &&
    read['errored'] === errored &&
    (read['megabytesHeld'] ?? Number.POSITIVE_INFINITY) < MOST_MEGABYTES_HELD;
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  process.stdout.write(
    `${JSON.stringify(
      {
        proof: 'large-log',
        holds,
        log: { bytes, samples, errored },
        found: { read: read['read'], dropped: read['dropped'], errored: read['errored'] },
        megabytesHeld: { most: rounded(read['megabytesHeld'] ?? 0), bound: MOST_MEGABYTES_HELD },
        megabytesEachSecond: {
          stats: rounded(megabytes / (read['seconds'] ?? 1)),
          bareParsing: rounded(megabytes / (bare['seconds'] ?? 1)),
        },
        machine: {
          node: process.version,
          platform: process.platform,
          package: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version as string,
        },
      },
      null,
      2,
    )}\n`,
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
