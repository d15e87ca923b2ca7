// npm run prove hostile-logs [-- RECORDS MEGABYTES]: writes logs of ten million tiny records, lines of a hundred megabytes,
// archives that unpack to far more than they are and references that lead in circles, reads each with `measurand stats` in
// a process of its own, and states what came of it and the most memory that process held beyond one that reads nothing.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipOf } from '../../test/samples/zip.ts';

const RECORDS = Number(process.argv[2] ?? 10_000_000);
const MEGABYTES = Number(process.argv[3] ?? 100);
/** A table of a million runs is the most that is held, and a record of a hundred megabytes is held twice over. */
const MOST_MEGABYTES = { records: 2048, lines: 700, others: 250 };
const NOT_PROBED = 3;
if (!existsSync('/proc/self/status')) process.exit(NOT_PROBED);

const root = resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'hostile-logs-'));

interface Case {
  readonly name: string;
  readonly file: string;
  readonly write: (path: string) => void;
  readonly bound: number;
  /** Code of the refusal, or of the record that was dropped. */
  readonly outcome: string;
}

function streamed(
  path: string,
  head: string,
  record: (at: number) => string,
  count: number,
  tail = '',
): void {
  const out = openSync(path, 'w');
  writeSync(out, head);
  const lines: string[] = [];
  for (let at = 0; at < count; at += 1) {
    lines.push(record(at));
    if (lines.length < 50_000 && at < count - 1) continue;
    writeSync(out, lines.join(''));
    lines.length = 0;
  }
  writeSync(out, tail);
  closeSync(out);
}

function filled(path: string, head: string, tail: string): void {
  const piece = 'x'.repeat(1 << 20);
  streamed(path, head, () => piece, MEGABYTES, tail);
}

const EVAL = '"version":2,"status":"success","eval":{"task":"t","model":"m","config":{"epochs":1}}';
const header = JSON.stringify(JSON.parse(`{${EVAL}}`));
const sample = (more: object): string =>
  JSON.stringify({ id: 1, epoch: 1, scores: { match: { value: 'C' } }, ...more });
const zipped =
  (...entries: readonly (readonly [string, string | Buffer, object?])[]) =>
  (path: string): void =>
    writeFileSync(path, zipOf(entries.map(([name, content, more]) => ({ name, content, ...more }))));

const CASES: readonly Case[] = [
  {
    name: `${RECORDS} rows of CSV`,
    file: 'rows.csv',
    write: (path) => streamed(path, 'task,score\n', (at) => `t${at},1\n`, RECORDS),
    bound: MOST_MEGABYTES.records,
    outcome: 'too-many-runs',
  },
  {
    name: `${RECORDS} rows of JSON lines`,
    file: 'rows.jsonl',
    write: (path) => streamed(path, '', (at) => `{"task":"t${at}","score":1}\n`, RECORDS),
    bound: MOST_MEGABYTES.records,
    outcome: 'too-many-runs',
  },
  {
    name: `${RECORDS} samples of an Inspect log`,
    file: 'samples.json',
    write: (path) =>
      streamed(
        path,
        `{${EVAL},"samples":[`,
        (at) => `${at === 0 ? '' : ','}{"id":${at},"epoch":1,"scores":{"m":{"value":1}}}`,
        RECORDS,
        ']}',
      ),
    bound: MOST_MEGABYTES.records,
    outcome: 'too-many-runs',
  },
  {
    name: 'an archive that lists more files than it could hold',
    file: 'listed.eval',
    write: (path) => {
      const bytes = zipOf([{ name: 'header.json', content: header }]);
      bytes.writeUInt16LE(0xfffe, bytes.length - 12);
      writeFileSync(path, bytes);
    },
    bound: MOST_MEGABYTES.others,
    outcome: 'damaged-zip',
  },
  {
    name: `a CSV cell of ${MEGABYTES} MB`,
    file: 'cell.csv',
    write: (path) => filled(path, 'task,score\na,1\n', ',1\nb,1\n'),
    bound: MOST_MEGABYTES.others,
    outcome: 'row-too-long',
  },
  {
    name: `a JSON line of ${MEGABYTES} MB`,
    file: 'line.jsonl',
    write: (path) =>
      filled(path, '{"task":"a","score":1}\n{"score":1,"task":"', '"}\n{"task":"b","score":1}\n'),
    bound: MOST_MEGABYTES.lines,
    outcome: 'name-too-long',
  },
  {
    name: `a sample of ${MEGABYTES} MB`,
    file: 'sample.json',
    write: (path) => filled(path, `{${EVAL},"samples":[{"id":1,"scores":{"m":{"value":1}},"input":"`, '"}]}'),
    bound: MOST_MEGABYTES.lines,
    outcome: 'read',
  },
  {
    name: `${MEGABYTES} MB of brackets`,
    file: 'deep.json',
    write: (path) => streamed(path, `{${EVAL},"samples":[`, () => '['.repeat(1 << 20), MEGABYTES),
    bound: MOST_MEGABYTES.lines,
    outcome: 'torn-document',
  },
  {
    name: 'a zip bomb: a gigabyte of zeros that declares itself small',
    file: 'bomb.eval',
    write: zipped(
      ['header.json', header],
      ['samples/1_epoch_1.json', Buffer.alloc(1 << 30), { declaredSize: 100 }],
    ),
    bound: MOST_MEGABYTES.others,
    outcome: 'damaged-zip',
  },
  {
    name: 'a zip bomb that says so',
    file: 'declared.eval',
    write: zipped(['header.json', header], ['samples/1_epoch_1.json', 'x', { declaredSize: 0xfffffff0 }]),
    bound: MOST_MEGABYTES.others,
    outcome: 'too-large',
  },
  {
    name: 'a zstd frame that asks for a window of two gigabytes',
    file: 'window.eval',
    write: zipped(
      ['header.json', header],
      [
        'samples/1_epoch_1.json',
        'x'.repeat(64),
        { method: 93, packed: Buffer.from('28b52ffd00a8010000', 'hex') },
      ],
    ),
    bound: MOST_MEGABYTES.others,
    outcome: 'damaged-zip',
  },
  {
    name: 'zip slip',
    file: 'slip.eval',
    write: zipped(['header.json', header], ['samples/../../../../tmp/x_epoch_1.json', sample({})]),
    bound: MOST_MEGABYTES.others,
    outcome: 'unsafe-path',
  },
  {
    name: 'references beyond and back, and texts that are kept in one another',
    file: 'cycle.eval',
    write: zipped(
      ['header.json', header],
      [
        'samples/1_epoch_1/sample.json',
        sample({ message_refs: Array.from({ length: 100_000 }, () => [0, 1000]) }),
      ],
      [
        'samples/1_epoch_1/messages/0.json',
        JSON.stringify(Array.from({ length: 1000 }, () => ({ role: 'user', content: 'attachment://0' }))),
      ],
      ['samples/1_epoch_1/attachments/0.json', JSON.stringify(['attachment://1', 'attachment://0'])],
    ),
    bound: MOST_MEGABYTES.others,
    outcome: 'too-large',
  },
  {
    name: 'text that is no UTF-8',
    file: 'bytes.csv',
    write: (path) =>
      writeFileSync(path, Buffer.concat([Buffer.from('task,score\na,1\n'), Buffer.from([0xc3, 0x28, 10])])),
    bound: MOST_MEGABYTES.others,
    outcome: 'invalid-utf8',
  },
];

const results = pathToFileURL(join(root, 'src', 'commands', 'results', 'results.ts')).href;
const reading = (file: string): string => `
const { readFileSync } = await import('node:fs');
const { logResults } = await import(${JSON.stringify(results)});
// Since it began to run this program: the figure that getrusage gives holds what its parent held.
const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
const start = performance.now();
let outcome = 'nothing', ledger;
if (${JSON.stringify(file)} !== '') try {
  const { sources } = await logResults({ logs: [${JSON.stringify(file)}] });
  ledger = sources[0].ledger;
  outcome = ledger.dropped > 0 ? sources[0].problems[0].code : 'read';
} catch (error) {
  if (error.code === undefined || error.name !== 'MeasurandError') throw error;
  outcome = error.code;
}
console.log(JSON.stringify({ outcome, ledger, seconds: (performance.now() - start) / 1000, megabytes: most() }));`;

interface Read {
  readonly outcome: string;
  readonly ledger?: { readonly read: number; readonly dropped: number };
  readonly seconds: number;
  readonly megabytes: number;
}

function measured(file: string): Read {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', reading(file)],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) return { outcome: `died: ${stderr.slice(-300)}`, seconds: 0, megabytes: 0 };
  return JSON.parse(stdout) as Read;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

try {
  const idle = measured('').megabytes;
  const cases = CASES.map(({ name, file, write, bound, outcome }) => {
    const path = join(folder, file);
    write(path);
    const bytes = statSync(path).size;
    const found = measured(path);
    rmSync(path);
    const megabytes = rounded(found.megabytes - idle);
    process.stderr.write(`${name}: ${found.outcome}, ${megabytes} MB\n`);
    return {
      name,
      bytes,
      outcome: found.outcome,
      ...(found.ledger ? { read: found.ledger.read, dropped: found.ledger.dropped } : {}),
      seconds: rounded(found.seconds),
      megabytesHeld: { most: megabytes, bound },
      holds: found.outcome === outcome && megabytes < bound,
    };
  });
  const holds = cases.every((one) => one.holds);
  process.stdout.write(
    `${JSON.stringify({ proof: 'hostile-logs', holds, idleMegabytes: rounded(idle), cases, machine: { node: process.version, platform: process.platform } }, null, 2)}\n`,
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
