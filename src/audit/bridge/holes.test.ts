import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as scorers from '../../../test/fixtures/bridge/scorers.mjs';
import { verifies } from '../../../test/requirements.ts';
import type { JsonValue } from '../../core/json.ts';
import { type PlainTarget, probePlain } from '../mutants/in-process-target.ts';
import { targetCard } from './card.ts';
import type { ProbeOptions } from './measure.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');

type Scorer = (said: unknown, gold: unknown) => number | boolean;
const SCORERS: Readonly<Record<string, Scorer>> = { ...scorers };

interface Case {
  readonly id: string;
  readonly gold: JsonValue;
  readonly submission?: JsonValue;
}

/** A function of the fixtures with its cases, probed in this process: a child for each would take seconds. */
async function probed(name: string, cases: string, kind: PlainTarget['submission'], more: ProbeOptions = {}) {
  const rows = new Map(
    readFileSync(join(FIXTURES, cases), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
      .map((row) => [row.id, row]),
  );
  const goldOf = (task: string): JsonValue => rows.get(task)?.gold ?? null;
  const scorer = SCORERS[name] as Scorer;
  const { measurements } = await probePlain(
    {
      name,
      scorerKind: 'outcome',
      submission: kind,
      tasks: [...rows.keys()],
      truth: (task) => rows.get(task)?.submission ?? goldOf(task),
      score: (task, said) => Number(scorer(said, goldOf(task))),
    },
    more,
  );
  const document = { profiles: { [name]: { measurements } } };
  const card = targetCard({ measurements, again: 'again' }, document, `profiles[${name}].measurements`);
  return { measurements, criterion: card.items.criterion };
}

/** A scorer with one hole, its cases, the edit that goes through it, and whether the search must call it worse. */
const HOLES = [
  ['begins', 'holes.jsonl', 'text', 'candidates_after', 'worse'],
  ['pattern', 'holes.jsonl', 'text', 'point_replaced', 'worse'],
  ['near', 'holes.jsonl', 'text', 'last_digit_changed', 'worse'],
  ['hundred', 'holes.jsonl', 'text', 'last_word_changed', 'worse'],
  ['swapped', 'holes.jsonl', 'text', 'truncated', 'worse'],
  ['anyCase', 'holes.jsonl', 'text', 'symbol_case', 'open'],
  ['bag', 'holes.jsonl', 'text', 'words_reversed', 'open'],
  ['asSet', 'rows.jsonl', 'records', 'repeat_item', 'worse'],
  ['anyOrder', 'rows.jsonl', 'records', 'items_swapped', 'open'],
  ['rounded', 'rows.jsonl', 'records', 'nudge_number', 'worse'],
  ['asText', 'rows.jsonl', 'records', 'other_type', 'worse'],
  ['moreCalls', 'calls.jsonl', 'calls', 'invented_item', 'worse'],
  ['addedLines', 'patches.jsonl', 'patch', 'drop_removed', 'worse'],
] as const;

verifies('falsify.holes.named', async () => {
  for (const [name, cases, kind, edit, is] of HOLES) {
    const { measurements, criterion } = await probed(name, cases, kind, { falsify: { candidates: 60 } });
    const { falsification } = measurements;
    const found = is === 'worse' ? falsification?.pairs : falsification?.unseen;
    expect([name, found?.map(({ edits }) => edits[0])]).toEqual([name, expect.arrayContaining([edit])]);
    if (is === 'worse') expect([name, criterion.verdict]).toEqual([name, 'fail']);
  }
});

test('what is said of an open edit decides: as worse it fails the criterion, as the same it is left alone', async () => {
  const order = (label: 'degrading' | 'equivalent') =>
    probed('anyOrder', 'rows.jsonl', 'records', {
      judgement: { items_swapped: label },
      falsify: { candidates: 40 },
    });
  const worse = (await order('degrading')).measurements;
  expect(worse.falsification?.pairs.map(({ edits }) => edits[0])).toContain('items_swapped');
  expect(worse.kernel['items_swapped']).toMatchObject({ label: 'degrading', accepted: 1 });
  const same = (await order('equivalent')).measurements;
  const open = same.falsification?.unseen.map(({ edits }) => edits[0]);
  expect([same.falsification?.hits, open?.includes('items_swapped')]).toEqual([0, false]);
  expect(same.kernel['items_swapped']).toMatchObject({ label: 'equivalent', accepted: 1 });
});

test('an edit that nobody knows is refused with those that there are', async () => {
  const asked = probed('exact', 'holes.jsonl', 'text', { judgement: { guessed: 'degrading' } });
  await expect(asked).rejects.toMatchObject({ code: 'unknown-edit', exitCode: 2 });
});

test('what is declared is probed without a search, and a sound scorer of it passes', async () => {
  const rows = (name: 'same' | 'anyOrder') =>
    probed(name, 'rows.jsonl', 'opaque', { declared: { kind: 'records' } });
  const { measurements, criterion } = await rows('same');
  expect(measurements.degrading).toMatchObject({ accepted: 0, tried: expect.any(Number) });
  expect(measurements.degrading.tried).toBeGreaterThan(20);
  // It compares texts, so that the order of fields counts.
  expect([measurements.twins.rejected, criterion.verdict]).toEqual([1, 'fail']);
  expect((await probed('same', 'rows.jsonl', 'opaque')).measurements.degrading.tried).toBe(0);
});

verifies('falsify.reports.scorers', async () => {
  const printed = await probed('printed', 'logs.jsonl', 'log');
  for (const edit of ['forged_after', 'forged_beside', 'forged_alone']) {
    expect(printed.measurements.kernel[edit]).toMatchObject({ label: 'degrading', example: { task: 'sum' } });
  }
  expect(printed.criterion.verdict).toBe('fail');
  const marked = await probed('marked', 'logs.jsonl', 'log');
  expect(marked.measurements.degrading.accepted).toBe(0);
  expect(marked.measurements.degrading.tried).toBeGreaterThan(10);
  expect(marked.criterion.verdict).toBe('pass');

  const sharing = await probed('sharing', 'holes.jsonl', 'text');
  const { fabricated } = sharing.measurements.kernel;
  expect(fabricated).toMatchObject({ tried: 4, accepted: 4, example: { task: 'short' } });
  expect(sharing.criterion.evidence.map(({ text }) => text).join(' ')).toContain('reads the form');
  const exact = await probed('exact', 'holes.jsonl', 'text');
  expect(exact.measurements.degrading.accepted).toBe(0);
});
