import { closeSync, fsyncSync, openSync } from 'node:fs';
import { appendWhole } from './append.ts';
import { writeBlock } from './pack-format.ts';

/** Appends blocks to a pack of its own; nobody else ever writes to it. */
export class PackWriter {
  readonly fd: number;
  readonly #file: string;
  #bytes = 0;

  /** @throws when the file exists */
  constructor(file: string) {
    this.#file = file;
    this.fd = openSync(file, 'ax+');
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Writes one block and gives its offset. @throws MeasurandError `archive-write` */
  append(contents: ReadonlyMap<string, Uint8Array>): number {
    const offset = this.#bytes;
    const block = writeBlock(contents);
    appendWhole(this.fd, this.#file, block, offset);
    this.#bytes += block.length;
    return offset;
  }

  sync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
