import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { TraceBuilder } from '../building/builder.ts';
import type { Visibility } from '../event.ts';

/** Reads the records of one source in order. */
export interface RecordReader {
  read(record: JsonObject): void;
  /** After the last record. */
  finish?(): void;
}

/** One form in which a harness, a service or another tool keeps what happened. */
export interface TraceReader {
  /** As `--format` takes it. */
  readonly id: string;
  readonly title: string;
  /** The program that writes it; absent where many do. */
  readonly harness?: string;
  readonly visibility: Visibility;
  /** How a repeated usage is recognised; see `TokenCount.rule`. */
  readonly tokenRule: string;
  /** Whether a record looks like one of this form. Several readers may claim a record: the one that claims most of a file reads it. */
  claims(record: JsonObject): boolean;
  /** For a form that is one document: its records, each with its path. */
  split?(document: JsonObject): readonly { readonly at: string; readonly value: JsonValue }[];
  /** @param blob bytes that stand beside the source under their digest; undefined where there are none */
  open(builder: TraceBuilder, blob: (digest: string) => Uint8Array | undefined): RecordReader;
}
