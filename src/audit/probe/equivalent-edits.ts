import type { JsonValue } from '../../core/json.ts';
import { type Edit, type EditEffect, type RecordsDraft, recordOn } from './edit.ts';

const edit = (id: string, title: string, apply: Edit['apply'], effect: EditEffect = 'equivalent'): Edit => ({
  id,
  title,
  effect,
  channel: 'data',
  apply,
});

/** Rewrites every line that holds a record; nothing when there is none. */
function eachRecord(
  draft: RecordsDraft,
  rewrite: (record: Record<string, JsonValue>) => string,
): RecordsDraft | undefined {
  if (draft.lines.length === 0) return undefined;
  return {
    ...draft,
    lines: draft.lines.map((line) => (recordOn(line) ? rewrite({ ...recordOn(line) }) : line)),
  };
}

const reorderRecords = edit('reorder-records', 'the same records in another order', (draft, { random }) => {
  if (draft.lines.length < 2) return undefined;
  const lines = [...draft.lines];
  random.shuffle(lines);
  return { ...draft, lines };
});

const reorderFields = edit('reorder-fields', 'the same fields in another order', (draft) =>
  eachRecord(draft, (record) => JSON.stringify(Object.fromEntries(Object.entries(record).reverse()))),
);

const spacing = edit('spacing', 'the same records with other white space', (draft) =>
  eachRecord(draft, (record) => JSON.stringify(record, null, 1).replaceAll('\n', ' ')),
);

const blankLines = edit('blank-lines', 'blank lines between the records', (draft) =>
  draft.lines.length < 2 ? undefined : { ...draft, lines: draft.lines.flatMap((line) => [line, '']) },
);

const carriageReturns = edit('carriage-returns', 'lines that end in CR LF', (draft) =>
  draft.lines.length < 2 ? undefined : { ...draft, lines: draft.lines.map((line) => `${line}\r`) },
);

const floatForm = edit(
  'float-form',
  'one number written as a float of the same value',
  (draft, { random }) => {
    if (draft.lines.length === 0) return undefined;
    const at = random.below(draft.lines.length);
    const lines = draft.lines.map((line, i) =>
      i === at ? line.replace(/("qty":\s*\d+)(?=[,}\s])/, '$1.0') : line,
    );
    return lines[at] === draft.lines[at] ? undefined : { ...draft, lines };
  },
);

const escapes = edit('escapes', 'letters written as escapes', (draft) =>
  draft.lines.length === 0
    ? undefined
    : {
        ...draft,
        lines: draft.lines.map((line) =>
          line.replace(/"([A-Z])"/g, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}"`),
        ),
      },
);

const numbersAsText = edit(
  'numbers-as-text',
  'numbers written as text',
  (draft) =>
    eachRecord(draft, (record) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(record).map(([key, value]) => [
            key,
            typeof value === 'number' ? String(value) : value,
          ]),
        ),
      ),
    ),
  'undecided',
);

const extraField = edit(
  'extra-field',
  'every record carries one field more',
  (draft) => eachRecord(draft, (record) => JSON.stringify({ ...record, note: 'checked' })),
  'undecided',
);

/** Honest twins: the same records, said otherwise. A scorer that rejects one is wrong in the other direction. */
export const EQUIVALENT_EDITS: readonly Edit[] = [
  reorderRecords,
  reorderFields,
  spacing,
  blankLines,
  carriageReturns,
  floatForm,
  escapes,
];

/** Edits whose effect is a matter of convention: reported, never counted. */
export const UNDECIDED_EDITS: readonly Edit[] = [numbersAsText, extraField];
