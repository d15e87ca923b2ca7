import type { Submission, Truth } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';

/**
 * What an edit does to the truth quality of a correct submission: `degrading` lowers it, `equivalent` leaves it, and
 * of an `undecided` edit reasonable people differ, so it is reported but decides nothing.
 */
export type EditEffect = 'degrading' | 'equivalent' | 'undecided';

/** Which part an edit touches. Edits of `report` change what a submission says of itself and not its data. */
export type EditChannel = 'data' | 'report';

/** A submission of records, taken apart: one text line a record, and what it says of itself. */
export interface RecordsDraft {
  readonly lines: readonly string[];
  readonly metadata: string;
  readonly log: string;
}

export interface EditContext {
  readonly truth: Truth;
  readonly random: Random;
}

/** A typed, seeded change to a submission of records. Gives nothing when it does not apply to this draft. */
export interface Edit {
  readonly id: string;
  readonly title: string;
  readonly effect: EditEffect;
  readonly channel: EditChannel;
  apply(draft: RecordsDraft, context: EditContext): RecordsDraft | undefined;
}

/** Names of the parts that hold the data, the metadata and the log. */
export interface RecordsLayout {
  readonly data: string;
  readonly metadata: string;
  readonly log: string;
}

export function toSubmission({ lines, metadata, log }: RecordsDraft, layout: RecordsLayout): Submission {
  return { parts: { [layout.data]: lines.join('\n'), [layout.metadata]: metadata, [layout.log]: log } };
}

/** The record on a line, or nothing when the line holds none. */
export function recordOn(line: string | undefined): JsonObject | undefined {
  if (line === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A draft with one line changed, dropped (`undefined`) or, past the end, added. */
export function withLine(draft: RecordsDraft, at: number, line: string | undefined): RecordsDraft {
  const lines = [...draft.lines];
  if (line === undefined) lines.splice(at, 1);
  else lines[at] = line;
  return { ...draft, lines };
}
