import { fstatSync } from 'node:fs';
import { readBytes } from './log-lines.ts';
import { blockLength, MAGIC, type PackBlock, readBlock } from './pack-format.ts';

/** Enough to see how long any usual block is. */
const WINDOW = 1 << 20;

export interface PlacedBlock extends PackBlock {
  readonly kind: 'block';
  readonly offset: number;
}

/** A stretch of a pack that holds no block. */
export interface PackGap {
  readonly kind: 'gap';
  readonly offset: number;
  readonly length: number;
}

/** A file read forwards, a window at a time. */
class Window {
  readonly #fd: number;
  readonly #size: number;
  #from = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(fd: number) {
    this.#fd = fd;
    this.#size = fstatSync(fd).size;
  }

  get size(): number {
    return this.#size;
  }

  /** `length` bytes at `offset`, or as many as there are. */
  at(offset: number, length: number): Buffer {
    const start = offset - this.#from;
    if (start < 0 || start + length > this.#bytes.length) {
      this.#bytes = readBytes(this.#fd, offset, Math.max(WINDOW, length));
      this.#from = offset;
    }
    return this.#bytes.subarray(offset - this.#from, offset - this.#from + length);
  }
}

/** Bytes of a block before its blobs are listed. */
const HEAD = 10;

function blockAt(window: Window, offset: number): PlacedBlock | undefined {
  const length = blockLength(window.at(offset, HEAD));
  if (length === undefined || offset + length > window.size) return undefined;
  return { kind: 'block', ...readBlock(window.at(offset, length)), offset };
}

/** Most bytes that are hashed in search of the next sound block, so that a forged pack cannot keep a reader busy. */
const searchLimit = (size: number): number => 8 * size + WINDOW;

/** Where the next sound block begins; the end of the file when there is none. */
function nextSound(window: Window, after: number): number {
  let left = searchLimit(window.size);
  for (let from = after; from < window.size; ) {
    const bytes = window.at(from, WINDOW);
    for (let hit = bytes.indexOf(MAGIC); hit >= 0; hit = bytes.indexOf(MAGIC, hit + 1)) {
      const block = blockAt(window, from + hit);
      if (block?.sound) return from + hit;
      left -= block?.length ?? 0;
      if (left < 0) return window.size;
    }
    from += Math.max(bytes.length - MAGIC.length + 1, 1);
  }
  return window.size;
}

/**
 * The blocks of an open pack from `start` on, in order; after damage goes on with the next sound block. A block whose
 * checksum fails is a gap too, since its own length cannot be trusted.
 */
export function* packBlocks(fd: number, start: number): Iterable<PlacedBlock | PackGap> {
  const window = new Window(fd);
  for (let offset = start; offset < window.size; ) {
    const block = blockAt(window, offset);
    if (block?.sound) {
      yield block;
      offset += block.length;
    } else {
      const next = nextSound(window, offset + 1);
      yield { kind: 'gap', offset, length: next - offset };
      offset = next;
    }
  }
}
