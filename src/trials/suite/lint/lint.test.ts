import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { TRIALS } from '../all-trials.ts';
import type { Trial } from '../define-trial.ts';
import { t75 } from '../t75-invoice-lookup/trial.ts';
import { staticProblems } from './lint-trial.ts';

const says = (trial: Trial): string =>
  staticProblems(trial)
    .map((problem) => problem.says)
    .join('\n');

verifies('trial.lint.finds', () => {
  for (const trial of TRIALS) expect(says(trial), trial.id).toBe('');
  const { due = '' } = t75.valuesFor(1);
  const [first] = t75.lines;
  const flawed: readonly (readonly [string, Partial<Trial>])[] = [
    ['stands in the prompt of turn 0', { prompts: [`The due code is ${due}.`] }],
    ['stands in the workspace file notes.txt', { workspace: () => ({ 'notes.txt': due }) }],
    ['is not a path below the workspace', { outputs: ['../invoice.json'] }],
    ['where the apparatus has its own files', { workspace: () => ({ 'bin/check': '' }) }],
    ['is guarded, and the workspace does not have it', { guarded: ['secret.txt'] }],
    ['the verifier accepts a run without evidence', { verify: () => true }],
    ['and the harness sheet has none left for it', { lines: t75.lines.filter((line) => line !== first) }],
    ['has 2 prompts, and its outline says single', { prompts: ['One.', 'Two.'] }],
    ['no private value depends on the seed', { valuesFor: () => ({ due: 'DUE-00000000' }) }],
    ['is no key of the script', { script: { ...t75.script, keys: ['write'] } }],
    ['names bin/gate, and programs of the trial are none', { settings: { finishHook: 'bin/gate' } }],
    ['no agent line of it could flip', { script: { ...t75.script, agentLayer: 'none' } }],
  ];
  for (const [problem, flaw] of flawed) expect(says({ ...t75, ...flaw }), problem).toContain(problem);
});

test('followers of a chain are lines and moves beside its ends, after a repair, and not all there are', () => {
  const following = (criteria: readonly string[], moves: readonly string[] = [], repaired = true): string => {
    const [{ repair, ...chain } = { id: '', harness: '', distortion: '', agent: null }] = t75.chains;
    const followers = { criteria, moves };
    return says({ ...t75, chains: [{ ...chain, followers, ...(repaired && repair ? { repair } : {}) }] });
  };
  expect(following(['T75.H4'], ['write'])).toBe('');
  expect(following(['T75.A1'])).toContain('declares its end T75.A1 as a follower');
  expect(following([], ['retry'])).toContain('the move retry as a follower, which is no key of the script');
  expect(following(['T75.H4'], [], false)).toContain('no repair after which they could follow');
  expect(following(t75.lines.map(({ id }) => id))).toContain('so that nothing else could change');
});

test('a rule that breaks on an empty run is a problem and no crash', () => {
  const breaks = (): never => {
    throw new TypeError('no such entry');
  };
  expect(says({ ...t75, verify: breaks })).toContain(
    'a rule of it breaks on a run without evidence: no such entry',
  );
});
