import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { trialOutlines } from '../../trials/suite/catalogue.ts';
import { starterTrial } from '../../trials/suite/starter.ts';

const OWN_ID = /^T\d\d$/;

export interface NewTrialReport {
  readonly files: readonly string[];
  /** What checks the new trial, and what runs it. */
  readonly next: readonly string[];
}

/**
 * Writes the folder of a new trial: one file, sound as it is, in which every part says what to put in its place. Nothing
 * that is there is overwritten.
 *
 * @throws MeasurandError `invalid-usage` for an id that is planned or has another form, `already-there`
 */
export function newTrial(id: string, title: string, folder: string): NewTrialReport {
  if (!OWN_ID.test(id) || trialOutlines().some((planned) => planned.id === id)) {
    throw new MeasurandError('invalid-usage', `${JSON.stringify(id)} cannot be the id of a new trial`, {
      next: 'Use T96, T97, T98 or T99; T01 to T95 are planned in data/trials/catalogue.json',
    });
  }
  const file = join(folder, 'trial.mjs');
  if (existsSync(file)) {
    throw new MeasurandError('already-there', 'is there already', { file, next: 'Name another folder' });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, starterTrial(id, title));
  return {
    files: [file],
    next: [`measurand trial lint --trial ${file}`, `measurand trial run --harness reference --trial ${file}`],
  };
}
