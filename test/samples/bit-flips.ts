import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobsOf } from '../../src/archive/episode-digests.ts';
import { openArchive, readArchive } from '../../src/archive/folder.ts';
import { openLog } from '../../src/archive/log-lines.ts';
import { packBlocks } from '../../src/archive/pack-blocks.ts';
import { rootOf } from '../../src/archive/root.ts';
import { type ArchiveCheck, verifyArchive } from '../../src/archive/verify.ts';
import type { EpisodeRecord } from '../../src/core/contracts/index.ts';
import type { Random } from '../../src/core/random.ts';
import { runCells } from '../../src/study/run-cells.ts';
import { sampleCell } from './cells.ts';

/** A stretch of a file, with the episodes that are lost when one of its bytes is. */
interface Stretch {
  readonly from: number;
  /** One past the last byte. */
  readonly to: number;
  readonly episodes: readonly string[];
  /** A line end. */
  readonly isEnd?: boolean;
}

interface ArchiveFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly stretches: readonly Stretch[];
}

/** A closed archive, known to the byte. */
export interface KnownArchive {
  readonly folder: string;
  readonly records: readonly EpisodeRecord[];
  readonly files: readonly ArchiveFile[];
}

/** A line with its line end; a lost line end takes the next line along. */
function lineStretches(bytes: Buffer): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const lines = bytes.toString('utf8').trimEnd().split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { record: EpisodeRecord }).record.id);
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const to = from + Buffer.byteLength(line);
    const id = ids[at] as string;
    const next = ids[at + 1];
    stretches.push({ from, to, episodes: [id] });
    stretches.push({ from: to, to: to + 1, episodes: next === undefined ? [id] : [id, next], isEnd: true });
    from = to + 1;
  }
  return stretches;
}

function blockStretches(file: string, records: readonly EpisodeRecord[]): readonly Stretch[] {
  return [...packBlocks(openLog(file), 0)].map((part) => {
    const digests = new Set(part.kind === 'block' ? part.blobs.map(({ digest }) => digest) : []);
    const hit = records.filter((record) => blobsOf(record).some((digest) => digests.has(digest)));
    return { from: part.offset, to: part.offset + part.length, episodes: hit.map(({ id }) => id) };
  });
}

/** Reads a sound, closed archive, so that it can be said afterwards what a lost byte costs. */
export function knowArchive(folder: string): KnownArchive {
  using archive = readArchive(folder);
  const records = [...archive.records()];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.'),
  );
  const files = names.sort().map((name) => {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const stretches = name.endsWith('.jsonl')
      ? lineStretches(bytes)
      : name.endsWith('.pack')
        ? blockStretches(path, records)
        : [{ from: 0, to: bytes.length, episodes: [] }];
    return { name, bytes, stretches };
  });
  return { folder, records, files };
}

/** One damage that was done, with what is wrong with the way in which it was found; nothing when it was found as it should be. */
export interface DamageTrial {
  readonly kind: 'flip' | 'truncation';
  readonly file: string;
  readonly at: number;
  readonly fault?: string;
}

function faultOf(
  check: ArchiveCheck,
  { kind, file }: DamageTrial,
  lost: readonly string[],
  { records }: KnownArchive,
): string | undefined {
  if (check.damaged.length === 0) return 'not found';
  if (!check.damaged.some((damage) => damage.file === file)) return 'another file was named';
  if (check.episodes !== records.length - lost.length) {
    return `${check.episodes} episodes were sound, not ${records.length} - ${lost.length}`;
  }
  const isLog = file.endsWith('.jsonl');
  const left = isLog ? records.filter(({ id }) => !lost.includes(id)) : records;
  if (check.root !== rootOf(left)) return 'the rest was not read as it was';
  const named = check.damaged.flatMap(({ episodes = [] }) => episodes);
  // What was cut off cannot be named by id: nothing else holds the ids. Its lines are.
  if (isLog && kind === 'truncation') {
    const told = check.damaged.some(
      ({ what, line }) => line !== undefined || /lines \d+ to \d+ are/.test(what),
    );
    return told || lost.length === 0 ? undefined : 'the lost lines were not named';
  }
  const nameless = lost.filter((id) => !named.includes(id));
  return nameless.length > 0 ? `episode ${nameless[0]} was not named` : undefined;
}

/** Damages one byte, or cuts a file, as the generator says; verifies; and makes it good again. */
export function damageOnce(known: KnownArchive, random: Random): DamageTrial {
  const pick = (count: number): number => Math.floor(random.random() * count);
  const total = known.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  // Half of the time a file by its size, half of the time any file, so that the small ones are hit as well.
  let place = pick(total);
  const bySize = known.files.find(({ bytes }) => {
    place -= bytes.length;
    return place < 0;
  });
  const file = (random.random() < 0.5 ? bySize : known.files[pick(known.files.length)]) as ArchiveFile;
  const at = pick(file.bytes.length);
  const kind = random.random() < 0.7 ? 'flip' : 'truncation';
  const path = join(known.folder, file.name);
  if (kind === 'flip') {
    const bytes = Buffer.from(file.bytes);
    bytes[at] = (bytes[at] as number) ^ (1 << pick(8));
    writeFileSync(path, bytes);
  } else truncateSync(path, at);
  // Lines before the cut are whole, even the one that loses its line end.
  const isHit = ({ from, to, isEnd = false }: Stretch): boolean =>
    kind === 'flip' ? from <= at && at < to : to > at && !isEnd;
  const hit = file.stretches.filter(isHit);
  const lost = [...new Set(hit.flatMap(({ episodes }) => episodes))];
  const trial = { kind, file: file.name, at } as const;
  const fault = faultOf(verifyArchive(known.folder), trial, lost, known);
  writeFileSync(path, file.bytes);
  return { ...trial, ...(fault === undefined ? {} : { fault }) };
}

/** Fills a folder with a small archive of real episodes, traces included, that two sessions wrote. */
export async function fillArchive(folder: string): Promise<void> {
  const models = ['perfect', 'never-deduplicates', 'fabricates', 'never-submits'];
  for (const seeds of [
    [0, 1, 2],
    [3, 4],
  ]) {
    using archive = openArchive(folder);
    const cells = seeds.flatMap((seed) =>
      models.flatMap((model) => ['l0', 'l2'].map((scaffold) => sampleCell({ model, seed, scaffold }))),
    );
    await runCells(cells, { archive, scorers: ['truth', 'shape-judge'], keepTraces: true });
  }
}
