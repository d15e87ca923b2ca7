import { expect, test } from 'vitest';
import { adapterOf } from '../../scaffolds/native/adapters/catalogue.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';
import { chosenTrials, countsAtOnce, trialCells } from './cells.ts';

const found = foundReference();
const harnesses = [
  { adapter: referenceHarness(), found },
  { adapter: adapterOf('pi'), found },
];
const trials = chosenTrials(['T15', 'T81']);

test('a harness has its own number of repeats, and the first repeats of all come first', () => {
  const cells = trialCells(trials, harnesses, { each: 1, of: { pi: 3 } });
  expect(
    cells.map(({ harness, trial, coordinates }) => `${harness.adapter.id} ${trial.id} ${coordinates.seed}`),
  ).toEqual([
    ...['reference T15 1', 'reference T81 1', 'pi T15 1', 'pi T81 1'],
    ...['pi T15 2', 'pi T81 2', 'pi T15 3', 'pi T81 3'],
  ]);
});

test('one number is for all, and a number for a harness that is not tried is refused with the near name', () => {
  expect(trialCells(trials, harnesses, 2)).toHaveLength(8);
  expect(() => trialCells(trials, harnesses, { each: 1, of: { referense: 3 } })).toThrow(
    'repeats are given for referense, which is not tried. Did you mean reference?',
  );
});

test('a run that broke or ran out of time is run again, and nothing else is', () => {
  const states = ['completed', 'scored', 'excluded', 'errored', 'timed-out', 'missing'] as const;
  expect(states.filter((state) => !countsAtOnce(state as never))).toEqual(['errored', 'timed-out']);
});
