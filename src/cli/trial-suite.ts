import { MeasurandError } from '../core/errors.ts';
import { listOption } from './arguments.ts';
import type { Terminal } from './terminal.ts';
import { exportTaskAction, importTaskAction, type TaskArguments } from './trial-task.ts';

const FAILED = 1;

/** What the parts of `measurand trial` that are about trials are given. */
export interface SuiteArguments extends TaskArguments {
  readonly suite: string;
  readonly title: string | undefined;
}

async function list({ json }: SuiteArguments, terminal: Terminal): Promise<number> {
  const { listTrials, listText } = await import('../commands/trial/list.ts');
  const found = listTrials();
  if (json) terminal.json(found);
  else terminal.print(listText(found));
  return 0;
}

async function lint({ json, trial, suite }: SuiteArguments, terminal: Terminal): Promise<number> {
  const { lintTrials, lintText } = await import('../commands/trial/lint.ts');
  const report = await lintTrials({
    trials: listOption('suite', trial ?? suite) ?? [],
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  if (json) terminal.json(report);
  else terminal.print(lintText(report));
  return report.trials.every(({ ok }) => ok) ? 0 : FAILED;
}

async function write({ json, positionals, title }: SuiteArguments, terminal: Terminal): Promise<number> {
  const [, id, folder, ...more] = positionals;
  if (id === undefined || folder === undefined || title === undefined || more.length > 0) {
    throw new MeasurandError('invalid-usage', 'measurand trial new takes an id, a title and a folder', {
      next: 'Such as: measurand trial new T99 --title "A lost receipt" lost-receipt',
    });
  }
  const { newTrial } = await import('../commands/trial/new.ts');
  const report = newTrial(id, title, folder);
  if (json) terminal.json(report);
  else {
    for (const line of report.next) terminal.print(`Next: ${line}`);
    for (const file of report.files) terminal.print(file);
  }
  return 0;
}

/** The parts of `measurand trial` that are about trials and not about runs; undefined for other actions. */
export function suiteAction(
  action: string,
): ((given: SuiteArguments, terminal: Terminal) => Promise<number>) | undefined {
  return { list, lint, new: write, export: exportTaskAction, import: importTaskAction }[action];
}
