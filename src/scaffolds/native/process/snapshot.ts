import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { byCodePoint } from '../../../core/canonical.ts';

/** One thing in a folder. Links are named, never followed. */
export interface SnapshotEntry {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes of a file; 0 of anything else. */
  readonly size: number;
  /** Permission bits, such as 0o644. */
  readonly mode: number;
  /** SHA-256 in hexadecimal of a file's bytes; absent when the bounds left it unread or it could not be read. */
  readonly digest?: string;
  /** What a link says. */
  readonly target?: string;
}

export interface Snapshot {
  /** By path, in code-point order. */
  readonly entries: readonly SnapshotEntry[];
  /** Why something is missing from it, if so. */
  readonly incomplete?: string;
}

export interface SnapshotBounds {
  /** @default 50,000 */
  readonly entries?: number;
  /** Bytes of all files together that are read. @default 1 GiB */
  readonly bytes?: number;
}

export interface SnapshotChanges {
  readonly added: readonly SnapshotEntry[];
  readonly removed: readonly SnapshotEntry[];
  readonly changed: readonly { readonly before: SnapshotEntry; readonly after: SnapshotEntry }[];
}

const ENTRIES = 50_000;
const BYTES = 2 ** 30;
const BUFFER_BYTES = 1 << 20;
const PERMISSIONS = 0o7777;

/** Hashes a file that may have become something else, or grown, since it was listed. */
function digestOf(
  path: string,
  room: number,
): { readonly digest: string; readonly size: number } | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > room) return undefined;
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(BUFFER_BYTES, Math.max(size, 1)));
    let read = 0;
    for (let bytes = -1; bytes !== 0 && read < size; read += bytes) {
      bytes = readSync(file, buffer, 0, Math.min(buffer.length, size - read), null);
      hash.update(buffer.subarray(0, bytes));
    }
    return { digest: hash.digest('hex'), size: read };
  } finally {
    closeSync(file);
  }
}

function kindOf(stat: ReturnType<typeof lstatSync>): SnapshotEntry['kind'] {
  if (stat?.isFile()) return 'file';
  if (stat?.isDirectory()) return 'folder';
  return stat?.isSymbolicLink() ? 'link' : 'other';
}

class Walk {
  readonly entries: SnapshotEntry[] = [];
  readonly #missing = new Set<string>();
  readonly #root: string;
  readonly #mostEntries: number;
  #room: number;

  constructor(root: string, { entries = ENTRIES, bytes = BYTES }: SnapshotBounds) {
    this.#root = root;
    this.#mostEntries = entries;
    this.#room = bytes;
  }

  get incomplete(): string | undefined {
    return this.#missing.size === 0 ? undefined : [...this.#missing].join('; ');
  }

  folder(below: string): void {
    let names: string[];
    try {
      names = readdirSync(join(this.#root, below));
    } catch (error) {
      this.#missing.add(
        `${below || '.'} cannot be listed: ${(error as NodeJS.ErrnoException).code ?? 'error'}`,
      );
      return;
    }
    for (const name of names.sort(byCodePoint)) {
      if (this.entries.length >= this.#mostEntries) {
        this.#missing.add(`more than ${this.#mostEntries} entries`);
        return;
      }
      this.#entry(below === '' ? name : `${below}/${name}`);
    }
  }

  #entry(path: string): void {
    const full = join(this.#root, path);
    const stat = lstatSync(full, { throwIfNoEntry: false });
    if (stat === undefined) return;
    const kind = kindOf(stat);
    const common = { path, kind, mode: stat.mode & PERMISSIONS };
    if (kind === 'file') this.entries.push({ ...common, ...this.#file(full, path, stat.size) });
    else if (kind === 'link') this.entries.push({ ...common, size: 0, target: readlinkSync(full) });
    else this.entries.push({ ...common, size: 0 });
    if (kind === 'folder') this.folder(path);
  }

  #file(full: string, path: string, size: number): { readonly size: number; readonly digest?: string } {
    const read = digestOf(full, this.#room);
    if (read === undefined) {
      this.#missing.add(size > this.#room ? 'more bytes than are read' : `${path} cannot be read`);
      return { size };
    }
    this.#room -= read.size;
    return read;
  }
}

/** Says what is in a folder: paths, kinds, sizes, permissions and digests, within bounds, following no link. */
export function snapshotFolder(folder: string, bounds: SnapshotBounds = {}): Snapshot {
  const walk = new Walk(folder, bounds);
  walk.folder('');
  const entries = walk.entries.sort((a, b) => byCodePoint(a.path, b.path));
  return { entries, ...(walk.incomplete === undefined ? {} : { incomplete: walk.incomplete }) };
}

const same = (a: SnapshotEntry, b: SnapshotEntry): boolean =>
  a.kind === b.kind &&
  a.size === b.size &&
  a.mode === b.mode &&
  a.digest === b.digest &&
  a.target === b.target;

/** What is different in the second snapshot. */
export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotChanges {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]));
  const now = new Map(after.entries.map((entry) => [entry.path, entry]));
  return {
    added: after.entries.filter(({ path }) => !old.has(path)),
    removed: before.entries.filter(({ path }) => !now.has(path)),
    changed: after.entries.flatMap((entry) => {
      const earlier = old.get(entry.path);
      return earlier && !same(earlier, entry) ? [{ before: earlier, after: entry }] : [];
    }),
  };
}
