import { posix } from 'node:path';
import type { Loss } from './losses.ts';

/** Files that an image puts into the working folder, and what else it does that a workspace cannot. */
export interface ImageFiles {
  readonly workdir: string;
  /** Path in the workspace, by path below `environment/`. */
  readonly copies: ReadonlyMap<string, string>;
  readonly losses: readonly Loss[];
}

const CONTINUED = /\\\n/g;

interface Copy {
  readonly sources: readonly string[];
  readonly target: string;
}

const OWNERSHIP = /^(?:--ch(?:own|mod)=\S+\s+)*/;
const NOT_PLAIN = /^--|[*?[\]$]|^\w+:\/\//;

function copyOf(line: string): Copy | undefined {
  const rest = line.replace(OWNERSHIP, '');
  const words = rest.startsWith('[') ? (JSON.parse(rest) as unknown[]).map(String) : rest.split(/\s+/);
  const target = words.pop();
  const plain = words.every((word) => !NOT_PLAIN.test(word));
  return target === undefined || words.length === 0 || !plain ? undefined : { sources: words, target };
}

function read(rest: string): Copy | undefined {
  try {
    return copyOf(rest);
  } catch {
    return undefined;
  }
}

/** A path relative to the working folder, or undefined outside it. */
function inside(workdir: string, path: string): string | undefined {
  const relative = posix.relative(workdir, posix.resolve(workdir, path));
  return relative.startsWith('..') ? undefined : relative;
}

/** Which files of the context a copy takes, with their paths in the working folder; undefined where that cannot be told. */
function taken(
  { sources, target }: Copy,
  workdir: string,
  files: readonly string[],
): readonly (readonly [string, string])[] | undefined {
  const place = inside(workdir, target);
  if (place === undefined) return undefined;
  const found = sources.map((source) => {
    const from = posix.normalize(source).replace(/^\/+|\/+$|^\.\/?$/g, '');
    if (from.startsWith('..')) return [];
    if (files.includes(from)) {
      const intoFolder = target.endsWith('/') || sources.length > 1 || place === '';
      return [[from, intoFolder ? posix.join(place, posix.basename(from)) : place] as const];
    }
    const prefix = from === '' ? '' : `${from}/`;
    return files
      .filter((file) => file.startsWith(prefix))
      .map((file) => [file, posix.join(place, file.slice(prefix.length))] as const);
  });
  return found.some((each) => each.length === 0) ? undefined : found.flat();
}

const INSTRUCTION = /^\s*([A-Za-z]+)\s+(.*\S)\s*$/;

/** Goes through the lines of a Dockerfile. */
class ImageReader {
  readonly copies = new Map<string, string>();
  readonly losses: Loss[] = [];
  readonly #files: readonly string[];
  readonly #given: string | undefined;
  workdir: string;

  constructor(files: readonly string[], given: string | undefined) {
    this.#files = files;
    this.#given = given;
    this.workdir = given ?? '/';
  }

  #lose(part: string, fate: Loss['fate'], says: string): void {
    this.losses.push({ part: `image: ${part.slice(0, 80)}`, fate, says });
  }

  #copy(line: string, rest: string): void {
    const copy = read(rest);
    const all = copy && taken(copy, this.workdir, this.#files);
    if (all) for (const [from, to] of all) this.copies.set(from, to);
    else this.#lose(line, 'unknown', 'it does not copy plain files into the working folder');
  }

  line(line: string): void {
    const [, word = '', rest = ''] = INSTRUCTION.exec(line) ?? [];
    const instruction = word.toUpperCase();
    if (instruction === 'WORKDIR' && this.#given === undefined)
      this.workdir = posix.resolve(this.workdir, rest);
    else if (instruction === 'COPY' || instruction === 'ADD') this.#copy(line.trim(), rest);
    else if (instruction === 'FROM')
      this.#lose(line.trim(), 'changed', 'the programs of this machine are used');
    else if (instruction !== '' && instruction !== 'WORKDIR')
      this.#lose(line.trim(), 'lost', 'nothing is installed or set for a run');
  }
}

/**
 * Reads what a Dockerfile copies into its working folder. Whatever else it does cannot be done here, and is said.
 *
 * @param files paths below `environment/`
 */
export function imageFiles(
  dockerfile: string,
  files: readonly string[],
  givenWorkdir: string | undefined,
): ImageFiles {
  const reader = new ImageReader(files, givenWorkdir);
  for (const line of dockerfile.replace(CONTINUED, ' ').split('\n')) reader.line(line);
  const { workdir, copies, losses } = reader;
  return { workdir, copies, losses };
}
