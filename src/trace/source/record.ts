import type { JsonValue } from '../../core/json.ts';
import type { SourcePosition } from '../event.ts';

/** One record of a source as it was read: a line, a row, a step or span of a document. */
export interface SourceRecord {
  readonly position: SourcePosition;
  /** Absent where the record could not be read. */
  readonly value?: JsonValue;
  /** Why it could not be read. */
  readonly trouble?: { readonly code: string; readonly what: string };
}
