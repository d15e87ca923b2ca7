import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { chainStart, type recordBytes, writeLine } from './chain.ts';
import { guardedWrite } from './write-guard.ts';

/** Appends to a segment of its own; nobody else ever writes to it. */
export class SegmentWriter {
  readonly name: string;
  readonly file: string;
  readonly fd: number;
  #records = 0;
  #bytes = 0;
  #head: string;

  /** @throws when the file exists */
  constructor(name: string, file: string) {
    this.name = name;
    this.file = file;
    this.fd = openSync(file, 'ax+');
    this.#head = chainStart(name);
  }

  get state(): {
    readonly name: string;
    readonly records: number;
    readonly bytes: number;
    readonly head: string;
  } {
    return { name: this.name, records: this.#records, bytes: this.#bytes, head: this.#head };
  }

  /**
   * One line in one write. A write that fails half-way, as on a full disk, is taken back.
   *
   * @throws MeasurandError `archive-write`
   */
  append(record: ReturnType<typeof recordBytes>): { readonly offset: number; readonly length: number } {
    const { text, digest } = writeLine(this.#head, record);
    const bytes = Buffer.from(`${text}\n`);
    guardedWrite(this.file, () => {
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(this.fd, bytes, done);
      } catch (cause) {
        ftruncateSync(this.fd, this.#bytes);
        throw cause;
      }
    });
    const offset = this.#bytes;
    this.#bytes += bytes.length;
    this.#records += 1;
    this.#head = digest;
    return { offset, length: bytes.length - 1 };
  }

  sync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
