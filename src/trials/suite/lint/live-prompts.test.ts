import { expect, test } from 'vitest';
import { TRIALS } from '../all-trials.ts';
import { livePromptProblems } from './live-prompts.ts';

test('the prompts of every trial name what a live model is to run and to leave', () => {
  for (const trial of TRIALS) expect(livePromptProblems(trial), trial.id).toEqual([]);
});

test('a program or a file that no prompt names is a problem, and one that the harness runs is not', () => {
  const [trial] = TRIALS.filter(({ id }) => id === 'T15');
  if (!trial) throw new Error('no T15');
  const mute = livePromptProblems({ ...trial, prompts: ['Run bin/check.'] });
  expect(mute.map(({ says }) => says)).toEqual([
    expect.stringContaining('check.json'),
    expect.stringContaining('bin/apply'),
  ]);
  const hooked = {
    ...trial,
    prompts: ['Run bin/check, then write check.json.'],
    settings: { finishHook: 'bin/apply' },
  } as const;
  expect(livePromptProblems(hooked)).toEqual([]);
});
