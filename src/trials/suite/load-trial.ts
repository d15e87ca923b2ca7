import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { TRIALS } from './all-trials.ts';
import type { Trial } from './define-trial.ts';
import { trialKit } from './kit.ts';
import { defineCheckedTrial } from './spec-form.ts';

/** Whether a name of a trial is the path of a file that holds one; the others are ids. */
export const isTrialFile = (name: string): boolean => /[./\\]/.test(name);

function refuse(file: string, what: string): never {
  throw new MeasurandError('invalid-trial', what, {
    file,
    next: 'Let its default export be a function that takes the kit and gives what kit.defineTrial gives',
  });
}

/** Digests of the files of trials of one's own, by id. */
const DEFINITIONS = new Map<string, string>();

/** The digest of the file that a trial of one's own was loaded from; undefined for one of the suite. */
export const definitionOf = (id: string): string | undefined => DEFINITIONS.get(id);

/** A trial of the suite, for files that stand for one. */
function suite(id: string): Trial | undefined {
  return TRIALS.find((trial) => trial.id === id);
}

/** Where in the file an error arose, if it did there. */
const placeIn = (path: string, { stack = '' }: Error): string => {
  const at = stack.split('\n').find((line) => line.includes(basename(path)));
  const [, line] = /:(\d+):\d+\)?$/.exec(at ?? '') ?? [];
  return line === undefined ? '' : ` (line ${line})`;
};

function calledWith(make: (kit: unknown) => unknown, path: string): unknown {
  try {
    return make({ ...trialKit, suite, defineTrial: defineCheckedTrial });
  } catch (cause) {
    if (cause instanceof MeasurandError) throw cause;
    return refuse(
      path,
      `breaks when it is made: ${(cause as Error).message}${placeIn(path, cause as Error)}`,
    );
  }
}

async function made(file: string): Promise<Trial> {
  const path = resolve(file);
  if (!existsSync(path)) throw new MeasurandError('file-missing', 'is not there', { file: path });
  let make: unknown;
  try {
    ({ default: make } = (await import(pathToFileURL(path).href)) as { readonly default?: unknown });
  } catch (cause) {
    return refuse(path, `cannot be loaded: ${(cause as Error).message}`);
  }
  if (typeof make !== 'function') return refuse(path, 'has no function as its default export');
  const trial = calledWith(make as (kit: unknown) => unknown, path);
  const isTrial = typeof trial === 'object' && trial !== null && 'outline' in trial && 'valuesFor' in trial;
  return isTrial ? (trial as Trial) : refuse(path, 'does not give a trial');
}

/**
 * Takes names of trials: ids stay, and a path to a trial of one's own is loaded, known from then on by its id.
 *
 * @throws MeasurandError `invalid-trial`, `file-missing`
 */
export async function namedTrials(names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    if (!isTrialFile(name)) {
      ids.push(name);
      continue;
    }
    const trial = await made(name);
    DEFINITIONS.set(trial.id, sha256(readFileSync(resolve(name))));
    const at = TRIALS.findIndex(({ id }) => id === trial.id);
    if (at >= 0) TRIALS.splice(at, 1);
    TRIALS.push(trial);
    ids.push(trial.id);
  }
  return ids;
}
