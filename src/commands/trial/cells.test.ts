import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/e2e/program.ts';
import { adapterOf } from '../../scaffolds/native/adapters/catalogue.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { chosenTrials, countsAtOnce, isOfEarlierFile, trialCells } from './cells.ts';
import { newTrial } from './new.ts';
import { requireKnownTrials } from './outcomes.ts';

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

test('an edited trial of one’s own is another one: its earlier runs are not counted, and those of the suite always are', async () => {
  using folder = temporaryFolder();
  const [file = ''] = newTrial('T97', 'A receipt', join(folder.path, 'own')).files;
  const cellOf = async (): Promise<(typeof cells)[number] | undefined> => {
    await namedTrials([file]);
    return trialCells(chosenTrials(['T97']), harnesses, 1)[0];
  };
  const cells = trialCells(trials, harnesses, 1);
  const before = await cellOf();
  appendFileSync(file, '// edited\n');
  const after = await cellOf();
  TRIALS.pop();
  if (!before || !after) throw new Error('no cell');
  expect(before.coordinates.settings).not.toEqual(after.coordinates.settings);
  expect([before, after].map(({ coordinates }) => isOfEarlierFile(coordinates))).toEqual([true, false]);
  expect(cells.map(({ coordinates }) => [coordinates.settings, isOfEarlierFile(coordinates)])).toEqual(
    cells.map(() => [{}, false]),
  );
});

test('an archive of nothing but unknown trials is refused, so that no verdict decided is no pass', () => {
  const outcome = (trial: string) => ({ trial }) as never;
  expect(() => requireKnownTrials([], 'a')).toThrow(expect.objectContaining({ code: 'no-trials' }));
  expect(() => requireKnownTrials([outcome('T96')], 'a')).toThrow(
    expect.objectContaining({ code: 'unknown-trial', exitCode: 3 }),
  );
  expect(() => requireKnownTrials([outcome('T96'), outcome('T75')], 'a')).not.toThrow();
});
