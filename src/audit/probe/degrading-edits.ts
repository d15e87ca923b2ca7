import type { JsonObject, JsonValue } from '../../core/json.ts';
import { type Edit, type EditContext, type RecordsDraft, recordOn, withLine } from './edit.ts';

const edit = (id: string, title: string, apply: Edit['apply']): Edit => ({
  id,
  title,
  effect: 'degrading',
  channel: 'data',
  apply,
});

/** Changes the record on one random line; nothing when the line holds no record. */
function changeOne(
  draft: RecordsDraft,
  { random }: EditContext,
  change: (record: JsonObject) => JsonObject | undefined,
): RecordsDraft | undefined {
  if (draft.lines.length === 0) return undefined;
  const at = random.below(draft.lines.length);
  const record = recordOn(draft.lines[at]);
  const changed = record && change(record);
  return changed && withLine(draft, at, JSON.stringify(changed));
}

function fieldsOf(record: JsonObject, type: 'number' | 'string', except: string): string[] {
  return Object.keys(record).filter((key) => typeof record[key] === type && key !== except);
}

/** An invented record of the truth's own shape, with an identifier that no true record has. */
export function inventedRecord({ truth, random }: EditContext): JsonObject {
  const model = truth.records[random.below(Math.max(truth.records.length, 1))] ?? {};
  const changed: Record<string, JsonValue> = { ...model };
  for (const key of fieldsOf(model, 'number', truth.idField)) {
    if (key !== 'year') changed[key] = random.below(100_000);
  }
  changed[truth.idField] = `INVENTED-${random.below(1_000_000)}`;
  return changed;
}

const changeNumber = edit('change-number', 'one number of one record is changed', (draft, context) =>
  changeOne(draft, context, (record) => {
    const numbers = fieldsOf(record, 'number', context.truth.idField);
    if (numbers.length === 0) return undefined;
    const key = context.random.choice(numbers);
    return { ...record, [key]: (record[key] as number) + 1 };
  }),
);

const changeText = edit('change-text', 'one text field of one record is changed', (draft, context) =>
  changeOne(draft, context, (record) => {
    const texts = fieldsOf(record, 'string', context.truth.idField);
    if (texts.length === 0) return undefined;
    const key = context.random.choice(texts);
    return { ...record, [key]: `${record[key] as string}x` };
  }),
);

const changeId = edit('change-id', 'one record gets the identifier of no true record', (draft, context) =>
  changeOne(draft, context, (record) => ({
    ...record,
    [context.truth.idField]: `NO-${context.random.below(1e6)}`,
  })),
);

const dropField = edit('drop-field', 'one field of one record is left out', (draft, context) =>
  changeOne(draft, context, (record) => {
    const keys = Object.keys(record).filter((key) => key !== context.truth.idField);
    if (keys.length === 0) return undefined;
    const dropped = context.random.choice(keys);
    return Object.fromEntries(Object.entries(record).filter(([key]) => key !== dropped));
  }),
);

const zeroNumbers = edit(
  'zero-numbers',
  'every number but the year is set to zero in every record',
  (draft, { truth }) => {
    const lines = draft.lines.map((line) => {
      const record = recordOn(line);
      if (!record) return line;
      const zeroed: Record<string, JsonValue> = { ...record };
      for (const key of fieldsOf(record, 'number', truth.idField)) if (key !== 'year') zeroed[key] = 0;
      return JSON.stringify(zeroed);
    });
    return lines.length === 0 ? undefined : { ...draft, lines };
  },
);

const dropRecord = edit('drop-record', 'one record is left out', (draft, { random }) =>
  draft.lines.length === 0 ? undefined : withLine(draft, random.below(draft.lines.length), undefined),
);

const addInvented = edit('add-invented', 'one invented record is added', (draft, context) =>
  withLine(draft, draft.lines.length, JSON.stringify(inventedRecord(context))),
);

const replaceInvented = edit(
  'replace-invented',
  'one record is replaced by an invented one',
  (draft, context) =>
    draft.lines.length === 0
      ? undefined
      : withLine(draft, context.random.below(draft.lines.length), JSON.stringify(inventedRecord(context))),
);

const duplicate = edit('duplicate', 'one record stands twice', (draft, { random }) =>
  draft.lines.length === 0
    ? undefined
    : withLine(draft, draft.lines.length, draft.lines[random.below(draft.lines.length)]),
);

const swapValues = edit('swap-values', 'two records swap their numbers', (draft, { random, truth }) => {
  if (draft.lines.length < 2) return undefined;
  const a = random.below(draft.lines.length);
  const b = (a + 1 + random.below(draft.lines.length - 1)) % draft.lines.length;
  const [left, right] = [recordOn(draft.lines[a]), recordOn(draft.lines[b])];
  if (!left || !right) return undefined;
  const numbers = fieldsOf(left, 'number', truth.idField).filter((key) => left[key] !== right[key]);
  if (numbers.length === 0) return undefined;
  const take = (to: JsonObject, from: JsonObject): string =>
    JSON.stringify({ ...to, ...Object.fromEntries(numbers.map((key) => [key, from[key]])) });
  return withLine(withLine(draft, a, take(left, right)), b, take(right, left));
});

const breakLine = edit('break-line', 'one record breaks off in the middle', (draft, { random }) => {
  const at = random.below(Math.max(draft.lines.length, 1));
  const line = draft.lines[at];
  return line === undefined || line.length < 2
    ? undefined
    : withLine(draft, at, line.slice(0, line.length >> 1));
});

const fabricateAll = edit('fabricate-all', 'every record is invented, their number kept', (draft, context) =>
  draft.lines.length === 0
    ? undefined
    : { ...draft, lines: draft.lines.map(() => JSON.stringify(inventedRecord(context))) },
);

const empty = edit('empty', 'no record at all', (draft) =>
  draft.lines.length === 0 ? undefined : { ...draft, lines: [] },
);

/** Edits that lower the truth quality of a correct submission, each by construction. */
export const DEGRADING_EDITS: readonly Edit[] = [
  changeNumber,
  changeText,
  changeId,
  dropField,
  zeroNumbers,
  dropRecord,
  addInvented,
  replaceInvented,
  duplicate,
  swapValues,
  breakLine,
  fabricateAll,
  empty,
];
