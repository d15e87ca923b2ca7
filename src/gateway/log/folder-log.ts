import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { BoundaryRecord } from '../../trace/wire/boundary-record.ts';
import { type BoundaryLog, type ExchangeTiming, noSuchBlob } from './boundary-log.ts';

/** Names of the files of a boundary log in its folder. */
export const BOUNDARY_FILE = 'boundary.jsonl';
const TIMING_FILE = 'timing.jsonl';

/** Where in a boundary log's folder the bytes of a digest are. */
export const blobFile = (folder: string, digest: string): string =>
  join(folder, 'blobs', digest.slice(0, 2), digest.slice(2));

const cannotWrite = (folder: string, cause: unknown): MeasurandError =>
  new MeasurandError('boundary-write', `cannot write the boundary log: ${(cause as Error).message}`, {
    kind: 'apparatus',
    file: folder,
    next: 'Make room, or choose another folder with --record',
    cause,
  });

/** A boundary log in a folder: `boundary.jsonl`, `timing.jsonl` and one file for each body. */
export class FolderLog implements BoundaryLog {
  readonly #folder: string;
  readonly #written = new Map<string, Promise<void>>();
  readonly #records: FileHandle;
  readonly #timing: FileHandle;
  #tail: Promise<void> = Promise.resolve();
  #failed: unknown;

  private constructor(folder: string, records: FileHandle, timing: FileHandle) {
    this.#folder = folder;
    this.#records = records;
    this.#timing = timing;
  }

  /** @throws MeasurandError `boundary-exists` when the folder holds a log already, `boundary-write` */
  static async create(folder: string): Promise<FolderLog> {
    if (existsSync(join(folder, BOUNDARY_FILE))) {
      throw new MeasurandError('boundary-exists', 'the folder holds a boundary log already', {
        file: folder,
        next: 'Choose another folder',
      });
    }
    try {
      mkdirSync(join(folder, 'blobs'), { recursive: true });
      const records = await open(join(folder, BOUNDARY_FILE), 'ax');
      return new FolderLog(folder, records, await open(join(folder, TIMING_FILE), 'ax'));
    } catch (error) {
      throw cannotWrite(folder, error);
    }
  }

  put(bytes: Uint8Array): string {
    const digest = sha256(bytes);
    if (!this.#written.has(digest)) this.#written.set(digest, this.#guard(this.#write(digest, bytes)));
    return digest;
  }

  /** A blob has its name only once it is whole. */
  async #write(digest: string, bytes: Uint8Array): Promise<void> {
    const file = blobFile(this.#folder, digest);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, bytes);
    await rename(`${file}.part`, file);
  }

  #guard(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.#failed ??= error;
    });
  }

  async blob(digest: string): Promise<Uint8Array> {
    await this.#written.get(digest);
    try {
      return await readFile(blobFile(this.#folder, digest));
    } catch (error) {
      throw noSuchBlob(digest, error);
    }
  }

  append(record: BoundaryRecord, timing: ExchangeTiming): void {
    const { sent, shown, received, answered, interventions } = record;
    const named = [sent, shown, received, answered, ...interventions.flatMap((i) => [i.before, i.after])];
    const blobs = named.flatMap((digest) =>
      digest === null ? [] : [this.#written.get(digest) ?? Promise.resolve()],
    );
    this.#tail = this.#guard(
      this.#tail.then(async () => {
        // A record never stands in the log before what it names.
        await Promise.all(blobs);
        await this.#records.appendFile(`${JSON.stringify(record)}\n`);
        await this.#timing.appendFile(`${JSON.stringify(timing)}\n`);
      }),
    );
  }

  async settled(): Promise<void> {
    await this.#tail;
    if (this.#failed !== undefined) throw cannotWrite(this.#folder, this.#failed);
  }

  async close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.#records.close();
      await this.#timing.close();
    }
  }
}
