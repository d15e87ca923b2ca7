import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { chainStart, writeLine } from '../../archive/chain.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { takeLock } from '../../archive/lock.ts';
import { guardedWrite } from '../../archive/write-guard.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeCoordinates, Model } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { BoundaryExchange } from '../providers/boundary.ts';
import { packAfter, packBytes } from './bytes.ts';
import {
  CHAIN_NAME,
  coordinatesJson,
  RECORDING_FORMAT,
  type RecordedExchange,
  type RecordingLine,
} from './format.ts';
import { recordingLines } from './lines.ts';

/** A reader takes no longer line. */
const LONGEST_LINE = 16 << 20;

/** What one decision came to. */
export type Decided = Pick<RecordedExchange, 'view' | 'move' | 'error'>;

/** One attempt at one episode, as its exchanges are recorded. */
export interface RecordedAttempt {
  record(decided: Decided, exchange: BoundaryExchange | undefined): void;
}

/**
 * Appends exchanges to a recording, one line and one write for each. An existing recording is continued; what a writer
 * that died left half done at its end is taken off.
 */
export class RecordingWriter implements Disposable {
  readonly file: string;
  readonly #fd: number;
  readonly #release: () => void;
  readonly #attempts = new Map<string, number>();
  #bytes = 0;
  #head = chainStart(CHAIN_NAME);
  /** What opening found and mended. */
  readonly remarks: readonly string[];

  /** @throws MeasurandError `recording-corrupt`, `archive-locked`, `archive-write` */
  constructor(file: string) {
    this.file = file;
    this.#release = guardedWrite(file, () => takeLock(`${file}.lock`));
    try {
      this.remarks = this.#continue();
      this.#fd = guardedWrite(file, () => openSync(file, existsSync(file) ? 'r+' : 'wx+'));
      guardedWrite(file, () => ftruncateSync(this.#fd, this.#bytes));
      if (this.#bytes === 0) this.#append({ kind: 'recording', format: RECORDING_FORMAT });
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  #continue(): readonly string[] {
    if (!existsSync(this.file)) return [];
    let torn = false;
    const lines = recordingLines(this.file, () => {
      torn = true;
    });
    for (const { line, end, digest } of lines) {
      if (line.kind === 'episode') this.#attempts.set(line.episode, line.attempt + 1);
      this.#bytes = end;
      this.#head = digest;
    }
    return torn ? [`${this.file}: an incomplete last line was taken off`] : [];
  }

  #append(line: RecordingLine): void {
    const recordText = canonicalJson(line as unknown as JsonValue);
    const { text, digest } = writeLine(this.#head, { recordText, recordDigest: sha256(recordText) });
    const bytes = Buffer.from(`${text}\n`);
    if (bytes.length > LONGEST_LINE) {
      throw new MeasurandError('exchange-too-large', `an exchange holds ${bytes.length} bytes`, {
        kind: 'apparatus',
        file: this.file,
        next: 'Lower the limits of the study',
      });
    }
    guardedWrite(this.file, () => {
      try {
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#bytes + done);
        }
      } catch (cause) {
        ftruncateSync(this.#fd, this.#bytes);
        throw cause;
      }
    });
    this.#bytes += bytes.length;
    this.#head = digest;
  }

  /** Begins an attempt, which takes the place of earlier ones at the same episode. */
  open(coordinates: EpisodeCoordinates, { holdsLimit }: Pick<Model, 'holdsLimit'> = {}): RecordedAttempt {
    const episode = episodeId(coordinates);
    const attempt = this.#attempts.get(episode) ?? 0;
    this.#attempts.set(episode, attempt + 1);
    const held = holdsLimit === undefined ? {} : { holdsLimit };
    this.#append({ kind: 'episode', episode, attempt, ...held, coordinates: coordinatesJson(coordinates) });
    let turn = 0;
    let before: Buffer = Buffer.alloc(0);
    return {
      record: (decided, exchange) => {
        const wire = exchange && { wire: wireOf(exchange, before) };
        if (exchange) before = exchange.request.body;
        this.#append({ kind: 'exchange', episode, attempt, turn, ...decided, ...wire });
        turn += 1;
      },
    };
  }

  [Symbol.dispose](): void {
    fsyncSync(this.#fd);
    closeSync(this.#fd);
    this.#release();
  }
}

function wireOf(
  { request, response }: BoundaryExchange,
  before: Buffer,
): NonNullable<RecordedExchange['wire']> {
  return {
    request: { ...request, headers: { ...request.headers }, body: packAfter(before, request.body) },
    ...(response && {
      response: { ...response, headers: { ...response.headers }, body: packBytes(response.body) },
    }),
  };
}
