import { MeasurandError } from '../core/errors.ts';
import { listOption } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** What `run` was given. A slice takes five of its options and no others. */
type RunArgs = Readonly<Record<string, unknown>> & {
  readonly study: string;
  readonly archive: string | undefined;
  readonly replay: string | undefined;
  readonly models: string | undefined;
  readonly record: string | undefined;
  readonly json: boolean;
};

const TAKEN = ['study', 'archive', 'replay', 'models', 'record', 'json', '_', 'workers'];

function refuseOthers(args: RunArgs): void {
  const other = Object.keys(args).find(
    (name) => !TAKEN.includes(name) && args[name] !== undefined && args[name] !== false,
  );
  if (other === undefined) return;
  throw new MeasurandError(
    'invalid-usage',
    `--${other} is for studies of the tasks that ship with Measurand, and this is a slice of another benchmark`,
    {
      next: 'Leave it out; a slice takes --replay, or --models with --record, and --archive and --json',
    },
  );
}

/** Plays the episodes where models are named, and gives the file with their rows. */
async function liveRows(
  { study, models, record, replay }: RunArgs,
  terminal: Terminal,
): Promise<string | undefined> {
  const given = listOption('models', models);
  if (given === undefined && record === undefined) return replay;
  if (given === undefined || record === undefined || replay !== undefined) {
    throw new MeasurandError('invalid-usage', 'Episodes are played with --models and --record, or replayed', {
      next: 'Give --models NAME=URL,… with --record FILE, or --replay FILE, or neither',
    });
  }
  const [{ readSlice }, { liveModels }, { driveSlice }] = await Promise.all([
    import('../commands/tau-slice/slice-file.ts'),
    import('../commands/tau-slice/live-models.ts'),
    import('../commands/tau-slice/drive-slice.ts'),
  ]);
  const design = readSlice(study);
  const key = process.env['MEASURAND_MODEL_KEY'] ?? '';
  const folderOf = (name: string): string => `${record}.said/${name.replaceAll(/[^\w.-]+/g, '-')}`;
  const sources = liveModels(design.models, given, key, folderOf);
  const { signal, progress: onProgress } = terminal;
  await driveSlice({ design, models: sources, record, signal, onProgress });
  return record;
}

/** Runs a slice and prints its tables. Gives the exit code. */
export async function printSlice(args: RunArgs, terminal: Terminal): Promise<number> {
  refuseOthers(args);
  const [{ runSlice }, { sliceReport }, { sliceText }] = await Promise.all([
    import('../commands/tau-slice/run-slice.ts'),
    import('../commands/tau-slice/report.ts'),
    import('../report/study/slice.ts'),
  ]);
  const rows = await liveRows(args, terminal);
  const { analysis, files } = runSlice({
    study: args.study,
    ...(rows === undefined ? {} : { replay: rows }),
    ...(args.archive === undefined ? {} : { out: args.archive }),
  });
  if (args.json) terminal.json(analysis);
  else {
    terminal.print(sliceText(sliceReport(analysis)).join('\n'));
    if (files.length > 0) terminal.print(['', 'Written:', ...files.map((file) => `  ${file}`)].join('\n'));
  }
  return 0;
}
