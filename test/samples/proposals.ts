// Answers of our own writing to the questions of the proposing layers. They are no model's: they show what the machinery
// does with right, wrong, ungrounded and malformed answers, and no figure that comes of them is quoted as a model's.
import { readFileSync } from 'node:fs';
import { referenceHarnesses, referenceScorers } from '../../src/audit/propose/references.ts';

type Owner = 'model' | 'scaffold' | 'shared' | 'environment';

/** A quote with the line on which it really stands. */
function quoted(file: string, text: string, code: string) {
  const line = text.split('\n').findIndex((each) => each.includes(code)) + 1;
  if (line === 0) throw new TypeError(`${file} does not hold ${code}`);
  return { file, line, quote: code };
}

const GIVEN_TO_MODEL = 'for (const { id, name, args } of move.calls) {';

/** Code that shows who decides, in each reference harness. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  full: {
    retry: 'if (!result.isError || !temporary(result.value) || attempt === MAX_ATTEMPTS) return result;',
    dedup: 'kept.set(keyOf(row), row);',
    totals: 'if (row.isTotal || row.is_total) continue;',
    pagination: 'for (let page = 1; ; page += 1) {',
    submission: "await episode.call('submit_results', {",
  },
  half: {
    retry: "return move.text.trim() === 'retry';",
    dedup: 'kept.set(keyOf(row), row);',
    totals: 'if (!row.isTotal && !row.is_total)',
    pagination: 'for (let page = 1; ; page += 1) {',
    submission: "await episode.call('submit_results', {",
  },
  slim: {
    retry: GIVEN_TO_MODEL,
    dedup: GIVEN_TO_MODEL,
    totals: GIVEN_TO_MODEL,
    pagination: GIVEN_TO_MODEL,
    submission: 'if (episode.submitted()) return;',
  },
};

/** The right map of a reference harness, as an answer; owners can be changed. */
export function mapAnswer(
  id: 'full' | 'half' | 'slim',
  file = 'harness.mjs',
  change: Partial<Record<string, Owner>> = {},
) {
  const harness = referenceHarnesses().find((each) => each.id === id);
  if (!harness) throw new TypeError(id);
  return {
    decisions: Object.entries(harness.truth).map(([decision, owner]) => ({
      decision,
      owner: change[decision] ?? owner,
      evidence: [quoted(file, harness.source.text, SHOWN[id]?.[decision] ?? '')],
      why: 'as the quoted line shows',
    })),
  };
}

const RECORD_PROBES = [
  {
    id: 'no-rows',
    title: 'no record',
    expect: 'lower',
    patch: [{ op: 'replace', path: '/records', value: [] }],
  },
  {
    id: 'twice',
    title: 'a record twice',
    expect: 'lower',
    patch: [{ op: 'copy', from: '/records/0', path: '/records/-' }],
  },
  {
    id: 'invented',
    title: 'other records',
    expect: 'lower',
    patch: [{ op: 'replace', path: '/records', value: [{ id: 'x1', country: 'XXX', value: 1 }] }],
  },
  {
    id: 'one-less',
    title: 'a record missing',
    expect: 'lower',
    patch: [{ op: 'remove', path: '/records/0' }],
  },
  {
    id: 'other-value',
    title: 'a wrong value',
    expect: 'lower',
    patch: [{ op: 'replace', path: '/records/0/value', value: 9 }],
  },
  {
    id: 'miscounted',
    title: 'the report says another count',
    expect: 'equal',
    patch: [{ op: 'replace', path: '/report/row_count', value: 999 }],
  },
] as const;

const CALL_PROBES = [
  {
    id: 'no-calls',
    title: 'no call',
    expect: 'lower',
    patch: [{ op: 'replace', path: '/calls', value: [] }],
  },
  { id: 'one-less', title: 'a call missing', expect: 'lower', patch: [{ op: 'remove', path: '/calls/0' }] },
  {
    id: 'swapped',
    title: 'the calls in another order',
    expect: 'equal',
    patch: [{ op: 'move', from: '/calls/1', path: '/calls/0' }],
  },
] as const;

const KIND_SHOWN = {
  shape: 'if (report?.row_count === records?.length) points += 25;',
  outcome: 'const truth = new Set(gold.records.map(keyOf));',
  specification: 'return calls.every((call, at) => sameCall(call, gold.calls[at])) ? 1 : 0;',
} as const;
export type ReferenceKind = keyof typeof KIND_SHOWN;

/** The right kind of a reference scorer with a few probes, as an answer. */
export function probesAnswer(id: ReferenceKind, file = 'scorer.mjs', kind: string = id) {
  const scorer = referenceScorers().find((each) => each.id === id);
  if (!scorer) throw new TypeError(id);
  return {
    kind,
    why: 'as the quoted line shows',
    evidence: [quoted(file, scorer.source.text, KIND_SHOWN[id])],
    probes: id === 'specification' ? CALL_PROBES : RECORD_PROBES,
  };
}

/** A variant of the full harness that returns every decision to the model, as an answer. */
export function variantAnswer() {
  const slim = new URL('../../data/propose/harnesses/slim.mjs', import.meta.url);
  return { source: readFileSync(slim, 'utf8'), why: 'the calls of the model are carried out as they are' };
}

/** Which source a question shows, by code that no other reference has. */
const MARKS: readonly (readonly [string, 'full' | 'half' | 'slim' | ReferenceKind])[] = [
  ['const MAX_ATTEMPTS', 'full'],
  ['const ADVICE', 'half'],
  ['const MOST_SILENT', 'slim'],
  ['let points = 0;', 'shape'],
  ['const truth = new Set', 'outcome'],
  ['const sameCall', 'specification'],
];

/** An author that answers every question, and in the second and the third run of discovery makes a mistake on purpose. */
export class ScriptedAuthor {
  readonly #asked = new Map<string, number>();

  answer(question: string): string {
    const shown = MARKS.find(([mark]) => question.includes(mark))?.[1];
    const file = /<source \w+ ([^>]+)>/.exec(question)?.[1] ?? '';
    if (shown === undefined) return 'I have nothing to say about this.';
    if (shown === 'shape' || shown === 'outcome' || shown === 'specification')
      return JSON.stringify(probesAnswer(shown, file));
    if (question.includes('exports `async function run(episode)`')) return JSON.stringify(variantAnswer());
    const run = this.#asked.get(`${file} ${shown}`) ?? 0;
    this.#asked.set(`${file} ${shown}`, run + 1);
    return JSON.stringify(this.#map(shown, file, run));
  }

  #map(id: 'full' | 'half' | 'slim', file: string, run: number) {
    if (run === 1 && id === 'half') return mapAnswer(id, file, { retry: 'shared' });
    const map = mapAnswer(id, file);
    if (run !== 2 || id !== 'slim') return map;
    const [first, ...rest] = map.decisions;
    if (!first) throw new TypeError('a map has decisions');
    return { decisions: [{ ...first, evidence: [{ file, line: 1, quote: 'decide(everything)' }] }, ...rest] };
  }
}
