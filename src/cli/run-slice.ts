import { MeasurandError } from '../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** What `run` was given. A slice takes three of its options and no others. */
type RunArgs = Readonly<Record<string, unknown>> & {
  readonly study: string;
  readonly archive: string | undefined;
  readonly replay: string | undefined;
  readonly json: boolean;
};

const TAKEN = ['study', 'archive', 'replay', 'json', '_', 'workers'];

function refuseOthers(args: RunArgs): void {
  const other = Object.keys(args).find(
    (name) => !TAKEN.includes(name) && args[name] !== undefined && args[name] !== false,
  );
  if (other === undefined) return;
  throw new MeasurandError(
    'invalid-usage',
    `--${other} is for episodes that run here, and a slice is replayed`,
    {
      next: 'Leave it out; a slice takes --replay, --archive and --json',
    },
  );
}

/** Runs a slice and prints its tables. Gives the exit code. */
export async function printSlice(args: RunArgs, terminal: Terminal): Promise<number> {
  refuseOthers(args);
  const [{ runSlice }, { sliceReport }, { sliceText }] = await Promise.all([
    import('../commands/tau-slice/run-slice.ts'),
    import('../commands/tau-slice/report.ts'),
    import('../report/study/slice.ts'),
  ]);
  const { analysis, files } = runSlice({
    study: args.study,
    ...(args.replay === undefined ? {} : { replay: args.replay }),
    ...(args.archive === undefined ? {} : { out: args.archive }),
  });
  if (args.json) terminal.json(analysis);
  else {
    terminal.print(sliceText(sliceReport(analysis)).join('\n'));
    if (files.length > 0) terminal.print(['', 'Written:', ...files.map((file) => `  ${file}`)].join('\n'));
  }
  return 0;
}
