import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import type { TraceEvent } from '../event.ts';
import type { TraceHeader } from '../trace.ts';

export const HEADER_FILE = 'trace.json';
export const EVENTS_FILE = 'events.jsonl';
/** Where the source stands, byte for byte: every position of an event leads there. */
export const SOURCE_FOLDER = 'source';

const BUFFERED = 1 << 20;

/** Writes the folder of a trace aside, and puts it in its place when all of it is there. */
export class TraceFolder {
  readonly #folder: string;
  readonly #aside: string;
  readonly #events: number;
  #buffer: string[] = [];
  #buffered = 0;

  /** @throws MeasurandError `folder-not-empty` */
  constructor(folder: string) {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new MeasurandError('folder-not-empty', 'the folder for the trace holds something already', {
        file: folder,
        next: 'Choose a new folder with --out',
      });
    this.#folder = folder;
    this.#aside = join(dirname(folder), `.${basename(folder)}.${process.pid}.part`);
    rmSync(this.#aside, { recursive: true, force: true });
    mkdirSync(join(this.#aside, SOURCE_FOLDER), { recursive: true });
    this.#events = openSync(join(this.#aside, EVENTS_FILE), 'wx');
  }

  readonly event = (event: TraceEvent): void => {
    const line = `${JSON.stringify(event)}\n`;
    this.#buffer.push(line);
    this.#buffered += line.length;
    if (this.#buffered >= BUFFERED) this.#flush();
  };

  #flush(): void {
    writeSync(this.#events, this.#buffer.join(''));
    this.#buffer = [];
    this.#buffered = 0;
  }

  /** Keeps the source with what belongs to it: a write-ahead log, the blobs of a log. */
  keep(source: string): void {
    const beside = [source, `${source}-wal`].filter((path) => existsSync(path));
    for (const path of beside) cpSync(path, join(this.#aside, SOURCE_FOLDER, basename(path)));
    const blobs = join(dirname(source), 'blobs');
    if (basename(source) === 'boundary.jsonl' && existsSync(blobs))
      cpSync(blobs, join(this.#aside, SOURCE_FOLDER, 'blobs'), { recursive: true });
  }

  finish(header: TraceHeader): void {
    this.#flush();
    closeSync(this.#events);
    writeFileSync(join(this.#aside, HEADER_FILE), `${JSON.stringify(header, null, 2)}\n`);
    if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true });
    mkdirSync(dirname(this.#folder), { recursive: true });
    renameSync(this.#aside, this.#folder);
  }

  /** Leaves nothing behind. */
  abandon(): void {
    try {
      closeSync(this.#events);
    } catch {
      // Already closed by a finish that failed.
    }
    rmSync(this.#aside, { recursive: true, force: true });
  }
}
