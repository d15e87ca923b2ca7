import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { exportTask } from '../../trials/suite/harbor/export-task.ts';
import type { Loss } from '../../trials/suite/harbor/losses.ts';
import { isTrialFile, namedTrials } from '../../trials/suite/load-trial.ts';
import { chosenTrials } from './cells.ts';

const EXECUTABLE = 0o755;

export interface TaskExportOptions extends RunControl {
  /** The id of a trial, or the path of one of one's own. */
  readonly trial: string;
  /** Folder to write; it may be there and empty. */
  readonly folder: string;
  /** Of the private values, which a task folder fixes. @default 1 */
  readonly seed?: number;
}

export interface TaskExport {
  readonly format: 'measurand.task-export/1';
  readonly trial: string;
  readonly seed: number;
  readonly folder: string;
  readonly files: number;
  readonly losses: readonly Loss[];
}

/** @throws MeasurandError `already-there` for a folder with something in it */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new MeasurandError('already-there', 'is there already and not empty', {
    file: folder,
    next: 'Name another folder',
  });
}

/**
 * Writes a trial as a Harbor task folder. Verifier, helper programs, tool services and solution are in it and run without
 * this package; the ledger of losses says what the layout has no place for.
 *
 * @throws MeasurandError `unknown-trial`, `already-there`; `not-exportable` where a verifier inside a task could not tell
 *   a good run from a bad one
 */
export async function exportTrialTask(options: TaskExportOptions): Promise<TaskExport> {
  const { trial: name, folder, seed = 1, signal } = options;
  requireEmpty(folder);
  const [trial] = chosenTrials(await namedTrials([name]));
  if (!trial) throw new MeasurandError('unknown-trial', 'there is no such trial', { record: name });
  const own = isTrialFile(name) ? { file: resolve(name) } : {};
  const isolation = await checkIsolation();
  const task = await exportTask({ trial, seed, ...own }, { isolation, ...(signal ? { signal } : {}) });
  for (const [path, { text, executable }] of task.files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, executable ? { mode: EXECUTABLE } : {});
  }
  return {
    ...{ format: 'measurand.task-export/1', trial: trial.id, seed, folder },
    files: task.files.size,
    losses: task.losses,
  };
}
