import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { BoundaryRecord } from '../../trace/wire/boundary-record.ts';

/** Clock readings of one exchange. No digest covers them. */
export interface ExchangeTiming {
  readonly arrival: number;
  /** When the request arrived, ISO 8601. */
  readonly began: string;
  /** Milliseconds from there until the first byte of the answer; null where there was none. */
  readonly firstByte: number | null;
  /** Milliseconds from there to the end of the exchange. */
  readonly ended: number;
}

/** Where a gateway keeps what went over the boundary. */
export interface BoundaryLog {
  /** Keeps bytes under their SHA-256. */
  put(bytes: Uint8Array): string;
  /** @throws MeasurandError `unknown-blob` */
  blob(digest: string): Promise<Uint8Array>;
  append(record: BoundaryRecord, timing: ExchangeTiming): void;
  /** Waits until all that was handed over is kept. @throws MeasurandError `boundary-write` where that failed */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const noSuchBlob = (digest: string, cause?: unknown): MeasurandError =>
  new MeasurandError('unknown-blob', 'the boundary log holds no such blob', {
    record: digest,
    next: 'Take digests from the records of the same log',
    cause,
  });

/** A boundary log that lasts as long as its process. */
export class MemoryLog implements BoundaryLog {
  readonly #blobs = new Map<string, Uint8Array>();

  put(bytes: Uint8Array): string {
    const digest = sha256(bytes);
    this.#blobs.set(digest, bytes);
    return digest;
  }

  blob(digest: string): Promise<Uint8Array> {
    const bytes = this.#blobs.get(digest);
    return bytes ? Promise.resolve(bytes) : Promise.reject(noSuchBlob(digest));
  }

  /** Records are held by the gateway itself. */
  append(): void {}

  settled(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
