import { closeSync, fsyncSync, openSync } from 'node:fs';
import { appendWhole } from './append.ts';
import { chainStart, type RecordBytes, writeLine } from './chain.ts';

/** Appends to a segment of its own; nobody else ever writes to it. */
export class SegmentWriter {
  readonly fd: number;
  readonly #file: string;
  #records = 0;
  #bytes = 0;
  #head: string;

  /** @throws when the file exists */
  constructor(name: string, file: string) {
    this.#file = file;
    this.fd = openSync(file, 'ax+');
    this.#head = chainStart(name);
  }

  get state(): { readonly records: number; readonly bytes: number; readonly head: string } {
    return { records: this.#records, bytes: this.#bytes, head: this.#head };
  }

  /** One line in one write. @throws MeasurandError `archive-write` */
  append(record: RecordBytes): { readonly offset: number; readonly length: number } {
    const { text, digest } = writeLine(this.#head, record);
    const line = Buffer.from(`${text}\n`);
    const offset = this.#bytes;
    appendWhole(this.fd, this.#file, line, offset);
    this.#bytes += line.length;
    this.#records += 1;
    this.#head = digest;
    return { offset, length: line.length - 1 };
  }

  sync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
