import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive, readArchive } from '../src/archive/folder.ts';
import { verifyArchive } from '../src/archive/verify.ts';
import { sha256 } from '../src/core/digest.ts';
import { pythonJsonLines } from '../src/tasks/comtrade/python-text.ts';
import { sampleEpisode } from '../test/samples/episodes.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const EPISODES = 2000;
const ROUNDS = 5;
/** Rows of one submission, as the smallest tasks have. */
const ROWS = 25;

/** Submissions that all differ, so that none is kept for another. */
const submissions = (): readonly string[] =>
  Array.from({ length: EPISODES }, (_, seed) =>
    pythonJsonLines(
      Array.from({ length: ROWS }, (_row, i) => ({
        record_id: `R${seed}-${i}`,
        year: 2022,
        reporter: '840',
        partner: '156',
        hs: '85',
        flow: 'M',
        trade_value_usd: 1000 * seed + i,
      })),
    ),
  );

const seconds = (work: () => void): number => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function fill(folder: string, texts: readonly string[]): void {
  using archive = openArchive(folder);
  for (const [seed, text] of texts.entries()) {
    archive.put(sampleEpisode(seed, { submission: { data: archive.putBlob(text) } }));
  }
}

/** Files of an archive that hold episodes, each as it stands. */
function filesOf(folder: string): readonly Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jsonl|pack)$/.test(name))
    .map((name) => readFileSync(join(folder, name)));
}

/** The same bytes, written in the same number of pieces, without a digest, a chain or an index. */
function writePlainly(file: string, contents: readonly Buffer[]): void {
  const fd = openSync(file, 'w');
  for (const bytes of contents) {
    const piece = Math.ceil(bytes.length / EPISODES);
    for (let at = 0; at < bytes.length; at += piece)
      writeSync(fd, bytes, at, Math.min(piece, bytes.length - at));
  }
  closeSync(fd);
}

function open(folder: string): void {
  using archive = readArchive(folder);
  if (archive.size !== EPISODES) throw new Error(`${archive.size} episodes were read`);
}

function verify(folder: string): void {
  const { damaged, episodes } = verifyArchive(folder);
  if (damaged.length > 0 || episodes !== EPISODES) throw new Error('A sound archive was found damaged');
}

/**
 * Episodes a second that an archive takes in (flushing included), reads on opening (every line hashed), and verifies
 * (blobs unpacked and hashed as well). Bounds: writing the same bytes in as many pieces; hashing the bytes of the log;
 * hashing all bytes.
 */
export const archive: Benchmark = {
  name: 'archive',
  run(): Promise<readonly BenchResult[]> {
    const texts = submissions();
    const scratch = mkdtempSync(join(tmpdir(), 'measurand-bench-'));
    const times = { append: [], plain: [], open: [], log: [], verify: [], all: [] } as Record<
      string,
      number[]
    >;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const folder = join(scratch, String(round));
      const own: Record<string, number> = { append: seconds(() => fill(folder, texts)) };
      const contents = filesOf(folder);
      const log = readFileSync(join(folder, 'segments', '001.jsonl'));
      own['plain'] = seconds(() => writePlainly(join(scratch, 'plain'), contents));
      own['open'] = seconds(() => open(folder));
      own['log'] = seconds(() => void sha256(log));
      own['verify'] = seconds(() => verify(folder));
      own['all'] = seconds(() => contents.forEach((bytes) => void sha256(bytes)));
      // The first round warms up.
      if (round > 0) for (const [name, time] of Object.entries(own)) times[name]?.push(time);
    }
    const bytes = filesOf(join(scratch, '0')).reduce((sum, { length }) => sum + length, 0);
    console.error(`archive: ${Math.round(bytes / EPISODES)} bytes an episode`);
    if (statSync(join(scratch, 'plain')).size !== bytes) throw new Error('The bound wrote other bytes');
    rmSync(scratch, { recursive: true });
    const speed = (name: string): number => EPISODES / median(times[name] ?? []);
    const result = (name: string, bound: string): BenchResult => ({
      name: `archive-${name}`,
      perSecond: speed(name),
      bound: speed(bound),
      reference: null,
    });
    return Promise.resolve([result('append', 'plain'), result('open', 'log'), result('verify', 'all')]);
  },
};
