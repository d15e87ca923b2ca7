import { closeSync, fstatSync, openSync } from 'node:fs';
import { DigestTable } from './digest-table.ts';
import { packFile, packNames } from './layout.ts';
import { packBlocks } from './pack-blocks.ts';

interface OpenPack {
  readonly name: string;
  readonly fd: number;
  /** Where the last sound block that was found ends. */
  scanned: number;
  /** Stretches before `scanned` that are no block. */
  gaps: number;
}

export interface BlobPlace {
  readonly fd: number;
  /** Of the pack. */
  readonly name: string;
  readonly offset: number;
}

/** Where every blob of an archive is: about 60 bytes a blob. Packs are looked through when the first blob is wanted. */
export class BlobIndex {
  readonly #folder: string;
  readonly #digests = new DigestTable();
  /** By slot: which pack, and where in it the block begins. */
  readonly #packOf: number[] = [];
  readonly #offsetOf: number[] = [];
  readonly #packs: OpenPack[] = [];
  /** Packs that are written here, and so need not be read. */
  readonly #own = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(digest: string): boolean {
    return this.#digests.find(digest) !== undefined;
  }

  /** Looks through what packs hold that was not there the last time. */
  refresh(): void {
    for (const name of packNames(this.#folder)) {
      if (this.#own.has(name)) continue;
      const at = this.#packs.findIndex((pack) => pack.name === name);
      this.#scan(at < 0 ? this.#open(name, openSync(packFile(this.#folder, name), 'r')) : at);
    }
  }

  /** Takes in the pack of this writer; its blocks are added as they are written. */
  own(name: string, fd: number): number {
    this.#own.add(name);
    return this.#open(name, fd);
  }

  #open(name: string, fd: number): number {
    return this.#packs.push({ name, fd, scanned: 0, gaps: 0 }) - 1;
  }

  #scan(at: number): void {
    const pack = this.#packs[at] as OpenPack;
    for (const part of packBlocks(pack.fd, pack.scanned)) {
      if (part.kind === 'gap') continue;
      // What follows the last sound block may be one that is still being written.
      if (part.offset > pack.scanned) pack.gaps += 1;
      const digests = part.blobs.map(({ digest }) => digest);
      this.add(at, part.offset, digests);
      pack.scanned = part.offset + part.length;
    }
  }

  /** Takes in a block. */
  add(pack: number, offset: number, digests: readonly string[]): void {
    for (const digest of digests) {
      if (this.has(digest)) continue;
      const slot = this.#digests.add(digest);
      this.#packOf[slot] = pack;
      this.#offsetOf[slot] = offset;
    }
  }

  /** Where the block that holds a blob begins. */
  place(digest: string): BlobPlace | undefined {
    const slot = this.#digests.find(digest);
    if (slot === undefined) return undefined;
    const { fd, name } = this.#packs[this.#packOf[slot] as number] as OpenPack;
    return { fd, name, offset: this.#offsetOf[slot] as number };
  }

  /** A pack with bytes that are no block, when there is one. */
  damaged(): string | undefined {
    return this.#packs.find(({ name, fd, scanned, gaps }) =>
      this.#own.has(name) ? false : gaps > 0 || fstatSync(fd).size > scanned,
    )?.name;
  }

  close(): void {
    for (const { name, fd } of this.#packs) if (!this.#own.has(name)) closeSync(fd);
    this.#packs.length = 0;
  }
}
