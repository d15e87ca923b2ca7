import { MeasurandError } from '../core/errors.ts';
import { integerOption } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** What `trial export` and `trial import` are given. */
export interface TaskArguments {
  readonly positionals: readonly string[];
  readonly trial: string | undefined;
  readonly harbor: string | undefined;
  readonly seed: string;
  readonly json: boolean;
}

/** Writes a trial as a task folder. */
export async function exportTaskAction(given: TaskArguments, terminal: Terminal): Promise<number> {
  const [, id, ...more] = given.positionals;
  const trial = given.trial ?? id;
  if (trial === undefined || given.harbor === undefined || more.length > 0) {
    throw new MeasurandError(
      'invalid-usage',
      'measurand trial export takes a trial, and --harbor with a folder',
      {
        next: 'Such as: measurand trial export T75 --harbor invoice-lookup',
      },
    );
  }
  const [{ exportTrialTask }, { lossesText }] = await Promise.all([
    import('../commands/trial/export-task.ts'),
    import('../commands/trial/task-text.ts'),
  ]);
  const report = await exportTrialTask({
    ...{ trial, folder: given.harbor, signal: terminal.signal },
    seed: integerOption('seed', given.seed, 0, Number.MAX_SAFE_INTEGER) ?? 1,
  });
  if (given.json) terminal.json(report);
  else {
    terminal.print(lossesText(report.losses));
    terminal.print(report.folder);
  }
  return 0;
}

/** Writes the trial that a task folder becomes. */
export async function importTaskAction(
  { positionals, json }: TaskArguments,
  terminal: Terminal,
): Promise<number> {
  const [, task, folder, ...more] = positionals;
  if (task === undefined || folder === undefined || more.length > 0) {
    throw new MeasurandError(
      'invalid-usage',
      'measurand trial import takes a task folder and the folder to write',
      {
        next: 'Such as: measurand trial import invoice-lookup my-trial',
      },
    );
  }
  const [{ importTrialTask }, { lossesText }] = await Promise.all([
    import('../commands/trial/import-task.ts'),
    import('../commands/trial/task-text.ts'),
  ]);
  const report = importTrialTask({ task, folder });
  if (json) terminal.json(report);
  else {
    terminal.print(lossesText(report.losses));
    for (const line of report.next) terminal.print(`Next: ${line}`);
    for (const file of report.files) terminal.print(file);
  }
  return 0;
}
