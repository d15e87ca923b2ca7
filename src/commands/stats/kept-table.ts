import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BUILDING, dropOthers, indexHome, settledRoot } from '../../archive/index/place.ts';
import { readManifest } from '../../archive/manifest.ts';
import { sha256 } from '../../core/digest.ts';
import { bytes, counts, doubles } from './columns.ts';
import { type Coded, NAMED, type Named, type ScoreTable, scoreTable } from './score-table.ts';

/** Archives of fewer episodes are read again each time, which takes a second or two, and leaves nothing behind. */
const FEWEST_EPISODES = 50_000;
const FORMAT = 'measurand.score-table/1';

const Header = z.strictObject({
  format: z.literal(FORMAT),
  root: z.string(),
  size: z.int().nonnegative(),
  words: z.record(z.enum(NAMED), z.array(z.string())),
  scorers: z.array(z.string()),
  errors: z.record(z.string(), z.int()),
});

type Numbers = Float64Array | Uint32Array | Uint8Array;

const fileOf = (folder: string, root: string): string => join(indexHome(folder), `scores-1-${root}`);

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The widest first, so that each begins where its numbers may. */
function columnsOf({ seeds, grades, axes, states }: ScoreTable): Buffer {
  const all: readonly Numbers[] = [
    seeds,
    ...grades.values(),
    ...NAMED.map((axis) => axes[axis].codes),
    states,
  ];
  return Buffer.concat(all.map(bytesOf));
}

/** Hands out columns one after another. */
function columnReader(from: Buffer): <T extends Numbers>(make: (length: number) => T, size: number) => T {
  let at = 0;
  return (make, size) => {
    const column = make(size);
    const into = bytesOf(column);
    from.copy(into, 0, at, at + into.length);
    at += into.length;
    return column;
  };
}

/** A file of ours begins with the SHA-256 of all that follows: a header in one line, then the columns. */
const DIGEST_LENGTH = 64;

function parse(file: Buffer, root: string): ScoreTable | undefined {
  const content = file.subarray(DIGEST_LENGTH);
  if (sha256(content) !== file.toString('latin1', 0, DIGEST_LENGTH)) return undefined;
  const end = content.indexOf('\n');
  const header = Header.parse(JSON.parse(content.toString('utf8', 0, end)));
  if (header.root !== root) return undefined;
  const body = content.subarray(end + 1);
  const { size, scorers, words, errors } = header;
  const next = columnReader(body);
  const seeds = next(doubles, size);
  const grades = new Map(scorers.map((scorer) => [scorer, next(doubles, size)]));
  const coded = (axis: Named): Coded => ({ words: words[axis], codes: next(counts, size) });
  const axes = Object.fromEntries(NAMED.map((axis) => [axis, coded(axis)])) as Record<Named, Coded>;
  return scoreTable({ size, axes, seeds, states: next(bytes, size), grades, errors });
}

/**
 * The table that was kept for an archive as it stands: closed, with files of the lengths that its manifest says. Nothing
 * where there is none, or one that is damaged. What the log holds byte for byte is for `measurand verify` to say.
 *
 * @throws MeasurandError what reading the manifest throws
 */
export function keptTable(folder: string): { readonly table: ScoreTable; readonly root: string } | undefined {
  const root = settledRoot(folder, readManifest(folder));
  if (root === undefined) return undefined;
  try {
    const table = parse(readFileSync(fileOf(folder, root)), root);
    return table && { table, root };
  } catch {
    return undefined;
  }
}

/** Keeps the table of a large archive that is closed; where nothing can be written, the next reading takes as long again. */
export function keepTable(
  folder: string,
  root: string,
  table: ScoreTable,
  fewest: number = FEWEST_EPISODES,
): void {
  if (table.size < fewest || settledRoot(folder, readManifest(folder)) !== root) return;
  const header: z.infer<typeof Header> = {
    format: FORMAT,
    root,
    size: table.size,
    words: Object.fromEntries(NAMED.map((axis) => [axis, [...table.axes[axis].words]])) as Record<
      Named,
      string[]
    >,
    scorers: [...table.grades.keys()],
    errors: { ...table.errors },
  };
  try {
    dropOthers(folder, root);
    const building = join(indexHome(folder), `${BUILDING}${process.pid}`);
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), columnsOf(table)]);
    writeFileSync(building, Buffer.concat([Buffer.from(sha256(content)), content]));
    renameSync(building, fileOf(folder, root));
  } catch {
    // A read-only archive is read like any other.
  }
}
