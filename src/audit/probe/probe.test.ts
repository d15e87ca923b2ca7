import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Score, Scorer, ScoringContext, Task, Truth } from '../../core/contracts/index.ts';
import { Random } from '../../core/random.ts';
import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { generateRecords } from '../../tasks/comtrade/records.ts';
import { DEGRADING_EDITS } from './degrading-edits.ts';
import type { RecordsDraft, RecordsLayout } from './edit.ts';
import { EQUIVALENT_EDITS } from './equivalent-edits.ts';
import { falsify } from './falsifier.ts';
import { truthQuality } from './quality.ts';
import { REPORT_EDITS } from './report-edits.ts';

const layout: RecordsLayout = { data: 'data.jsonl', metadata: 'metadata.json', log: 'run.log' };
const truth: Truth = {
  records: generateRecords(comtradeDefinition('T3_duplicates'), new Random(1)).map((record) => ({
    ...record,
  })),
  idField: 'record_id',
};
const correct: RecordsDraft = {
  lines: truth.records.map((record) => JSON.stringify(record)),
  metadata: JSON.stringify({
    row_count: 25,
    schema: ['year'],
    dedup_key: ['record_id'],
    query: { reporter: '392' },
  }),
  log: 'request=1 page=1',
};
const context: ScoringContext = { task: {} as Task, seed: 0, ledger: [], truth };

function scorer(value: (lines: string[]) => number): Scorer {
  const score = (parts: Readonly<Record<string, string>>): Score => ({
    scorer: 'toy',
    value: value((parts['data.jsonl'] ?? '').split('\n').filter((line) => line.trim() !== '')),
    parts: {},
    notes: [],
  });
  return {
    id: 'toy',
    kind: 'outcome',
    title: 'toy',
    resolution: 1e-9,
    score: ({ parts }) => Promise.resolve(score(parts)),
  };
}

const options = { context, truth, correct, layout, edits: DEGRADING_EDITS, seed: 7, candidates: 200 };
const faithful = scorer((lines) => truthQuality({ ...correct, lines }, truth));
const countsRows = scorer((lines) => Math.max(0, 1 - Math.abs(lines.length - 25) / 25));

test.each(DEGRADING_EDITS.map((edit) => [edit.id, edit] as const))(
  '%s lowers truth quality on every seed',
  (_, edit) => {
    for (let seed = 0; seed < 40; seed += 1) {
      const draft = edit.apply(correct, { truth, random: new Random(seed) });
      expect(draft, `seed ${seed}`).toBeDefined();
      expect(truthQuality(draft as RecordsDraft, truth)).toBeLessThan(1);
    }
  },
);

test.each([...EQUIVALENT_EDITS, ...REPORT_EDITS].map((edit) => [edit.id, edit] as const))(
  '%s leaves truth quality as it is, and does change the submission',
  (_, edit) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const draft = edit.apply(correct, { truth, random: new Random(seed) });
      expect(draft, `seed ${seed}`).toBeDefined();
      expect(draft).not.toEqual(correct);
      expect(truthQuality(draft as RecordsDraft, truth)).toBe(1);
    }
  },
);

test('an edit that does not apply to an empty draft gives nothing and does not throw', () => {
  const emptied: RecordsDraft = { lines: [], metadata: 'not json', log: '' };
  for (const edit of [...DEGRADING_EDITS, ...EQUIVALENT_EDITS, ...REPORT_EDITS]) {
    expect(() => edit.apply(emptied, { truth, random: new Random(0) })).not.toThrow();
  }
});

verifies('audit.falsifier.finds-and-shrinks', async () => {
  const { hits, smallest } = await falsify({ ...options, scorer: countsRows });
  expect(hits).toBeGreaterThan(20);
  expect(smallest?.edits).toHaveLength(1);
  expect(smallest?.score).toBe(smallest?.correctScore);
  expect(smallest?.quality).toBeLessThan(1);
  expect(smallest?.difference.example).not.toBe(smallest?.difference.correct);
});

verifies('audit.falsifier.spares-the-faithful', async () => {
  expect(await falsify({ ...options, scorer: faithful })).toMatchObject({
    hits: 0,
    smallest: null,
    highest: null,
  });
});

test('falsify gives the same result for the same seed and counts an inversion apart', async () => {
  const inverted = scorer((lines) => (lines.length > 25 ? 1 : 0.9));
  const first = await falsify({ ...options, scorer: inverted });
  expect(await falsify({ ...options, scorer: inverted })).toEqual(first);
  expect(first.highest?.score).toBe(1);
});
