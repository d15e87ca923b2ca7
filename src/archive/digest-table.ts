import { endianness } from 'node:os';

const BYTES = 32;
/** Digests in one block of memory: growing never copies what is held. */
const BLOCK = 4096;
const HEX = /^[0-9a-f]{64}$/;

/** Digests in order of arrival, 32 bytes each. */
export class DigestColumn {
  readonly #blocks: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Keeps a digest and gives its slot. */
  push(digest: string): number {
    const slot = this.#size;
    if (slot % BLOCK === 0) this.#blocks.push(Buffer.alloc(BLOCK * BYTES));
    this.#block(slot).write(digest, (slot % BLOCK) * BYTES, 'hex');
    this.#size += 1;
    return slot;
  }

  at(slot: number): string {
    const from = (slot % BLOCK) * BYTES;
    return this.#block(slot).toString('hex', from, from + BYTES);
  }

  /** Orders two slots by their digests. */
  compare(a: number, b: number): number {
    const left = (a % BLOCK) * BYTES;
    const right = (b % BLOCK) * BYTES;
    return this.#block(a).compare(this.#block(b), right, right + BYTES, left, left + BYTES);
  }

  holds(slot: number, digest: Buffer): boolean {
    const from = (slot % BLOCK) * BYTES;
    return this.#block(slot).compare(digest, 0, BYTES, from, from + BYTES) === 0;
  }

  /** The first 32 bits: digests are uniform, so they serve as hash and as sorting key. */
  head(slot: number): number {
    return this.#block(slot).readUInt32BE((slot % BLOCK) * BYTES);
  }

  #block(slot: number): Buffer {
    const block = this.#blocks[Math.floor(slot / BLOCK)];
    if (!block) throw new RangeError(`There is no slot ${slot}`);
    return block;
  }
}

const FIRST_CAPACITY = 1024;
const LITTLE_ENDIAN = endianness() === 'LE';

/** Distinct digests with a slot each, found in constant time: about 45 bytes a digest. */
export class DigestTable {
  readonly #column = new DigestColumn();
  readonly #wanted = Buffer.alloc(BYTES);
  /** Slot + 1, or 0 where free. A power of two long and never more than half full. */
  #table = new Uint32Array(FIRST_CAPACITY);

  get size(): number {
    return this.#column.size;
  }

  at(slot: number): string {
    return this.#column.at(slot);
  }

  find(digest: string): number | undefined {
    if (!HEX.test(digest)) return undefined;
    this.#wanted.write(digest, 'hex');
    for (let at = this.#start(this.#wanted.readUInt32BE(0)); ; at = this.#next(at)) {
      const entry = this.#table[at] as number;
      if (entry === 0) return undefined;
      if (this.#column.holds(entry - 1, this.#wanted)) return entry - 1;
    }
  }

  /** Keeps a digest that is not held yet, and gives its slot. */
  add(digest: string): number {
    const slot = this.#column.push(digest);
    if (this.#column.size * 2 > this.#table.length) this.#grow();
    else this.#place(slot);
    return slot;
  }

  #start(head: number): number {
    return head & (this.#table.length - 1);
  }

  #next(at: number): number {
    return (at + 1) & (this.#table.length - 1);
  }

  #place(slot: number): void {
    let at = this.#start(this.#column.head(slot));
    while (this.#table[at] !== 0) at = this.#next(at);
    this.#table[at] = slot + 1;
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 2);
    for (let slot = 0; slot < this.#column.size; slot += 1) this.#place(slot);
  }

  /** Slots in order of their digests. */
  ordered(): Uint32Array {
    const { size } = this.#column;
    const pairs = new Uint32Array(size * 2);
    const [head, own] = LITTLE_ENDIAN ? [1, 0] : [0, 1];
    for (let slot = 0; slot < size; slot += 1) {
      pairs[2 * slot + head] = this.#column.head(slot);
      pairs[2 * slot + own] = slot;
    }
    // Sorting numbers without a comparison of ours is many times faster than comparing digests.
    new BigUint64Array(pairs.buffer).sort();
    return this.#settleTies(Uint32Array.from({ length: size }, (_, at) => pairs[2 * at + own] as number));
  }

  /** Orders the few neighbours that share their first 32 bits. */
  #settleTies(slots: Uint32Array): Uint32Array {
    for (let at = 1; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      let to = at;
      for (; to > 0 && this.#column.compare(slots[to - 1] as number, slot) > 0; to -= 1) {
        slots[to] = slots[to - 1] as number;
      }
      slots[to] = slot;
    }
    return slots;
  }
}
