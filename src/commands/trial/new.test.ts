import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../test/e2e/program.ts';
import { verifies } from '../../../test/requirements.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { staticProblems } from '../../trials/suite/lint/lint-trial.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { newTrial } from './new.ts';

verifies('trial.new.lints', async () => {
  using folder = temporaryFolder();
  const { files } = newTrial('T98', 'A "lost" receipt', join(folder.path, 'own'));
  const ids = await namedTrials(['T75', files[0] ?? '']);
  expect(ids).toEqual(['T75', 'T98']);
  const trial = TRIALS.find(({ id }) => id === 'T98');
  if (trial) expect(staticProblems(trial)).toEqual([]);
  expect(trial?.outline.title).toBe('A "lost" receipt');
  expect(() => newTrial('T98', 'again', join(folder.path, 'own'))).toThrow(/is there already/);
  expect(() => newTrial('T75', 'taken', folder.path)).toThrow(/cannot be the id/);
  await expect(namedTrials([join(folder.path, 'none.mjs')])).rejects.toThrow(/is not there/);
  TRIALS.pop();
});
