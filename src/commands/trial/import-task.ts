import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importedBytes, importTask } from '../../trials/suite/harbor/import-task.ts';
import type { Loss } from '../../trials/suite/harbor/losses.ts';
import { requireEmpty } from './export-task.ts';

export interface TaskImport {
  readonly format: 'measurand.task-import/1';
  readonly trial: string;
  readonly title: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly losses: readonly Loss[];
  readonly next: readonly string[];
}

/**
 * Writes a trial that is made of a Harbor task folder. What a task does not say stands in it as UNKNOWN, and in the ledger
 * of losses.
 *
 * @throws MeasurandError `not-a-task`, `task-toml`, `task-unsafe`, `task-too-large`, `task-not-text`, `already-there`
 */
export function importTrialTask({
  task,
  folder,
}: {
  readonly task: string;
  readonly folder: string;
}): TaskImport {
  requireEmpty(folder);
  const { id, title, files, losses } = importTask(task);
  for (const [path, file] of files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, importedBytes(file));
    if ('copy' in file) chmodSync(place, statSync(file.copy).mode & 0o777);
  }
  const trial = join(folder, 'trial.mjs');
  return {
    ...{ format: 'measurand.task-import/1', trial: id, title, folder },
    files: [...files.keys()].map((path) => join(folder, path)),
    losses,
    next: [
      `measurand trial lint --trial ${trial}`,
      `measurand trial run --harness reference --trial ${trial}`,
    ],
  };
}
