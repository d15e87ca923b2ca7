import type { TrialRepeats } from '../commands/trial/cells.ts';
import { MeasurandError } from '../core/errors.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';
import { judgeSettings, LIVE_ARGS, type LiveGiven, liveSettings, present } from './trial-live.ts';
import { printTrialReport, scoreArchive } from './trial-score.ts';
import { suiteAction } from './trial-suite.ts';

const MOST_REPEATS = 1000;
const MOST_LANES = 64;
const MOST_PATIENCE = 100;
const FAILED = 1;
const UNSUPPORTED = 3;
const APPARATUS = 4;

interface Given extends LiveGiven {
  readonly harness: string | undefined;
  readonly suite: string;
  readonly trial: string | undefined;
  readonly chain: string | undefined;
  readonly seed: string;
  readonly repeats: string;
  readonly patience: string;
  readonly lanes: string;
  readonly archive: string | undefined;
  readonly prices: string | undefined;
  readonly json: boolean;
}

const needed = (option: string, value: string | undefined): string => {
  if (value !== undefined) return value;
  throw new MeasurandError('invalid-usage', `--${option} is needed`, { next: 'See measurand trial --help' });
};

/** `3,pi=10`: three runs of each pair, ten of those of pi. */
function repeatsOption(text: string): TrialRepeats {
  const repeats = { each: 1, of: {} as Record<string, number> };
  for (const item of listOption('repeats', text) ?? []) {
    const [harness, count] = item.includes('=') ? item.split('=', 2) : [undefined, item];
    const runs = integerOption('repeats', count, 1, MOST_REPEATS) ?? 1;
    if (harness === undefined) repeats.each = runs;
    else repeats.of[harness] = runs;
  }
  return repeats;
}

async function run(given: Given, terminal: Terminal): Promise<number> {
  const live = liveSettings(given);
  const judge = judgeSettings(given);
  const { runTrials } = await import('../commands/trial/run.ts');
  const report = await runTrials({
    harnesses: listOption('harness', needed('harness', given.harness)) ?? [],
    trials: listOption('suite', given.trial ?? given.suite) ?? [],
    repeats: repeatsOption(given.repeats),
    patience: integerOption('patience', given.patience, 1, MOST_PATIENCE) ?? 1,
    lanes: integerOption('lanes', given.lanes, 1, MOST_LANES) ?? 1,
    ...present({ archive: given.archive, prices: given.prices, live, judge }),
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  if (given.json) terminal.json(report);
  else {
    await printTrialReport(report, terminal);
    if (report.archive !== undefined) terminal.note(report.archive);
  }
  if (report.interrupted) terminal.note('Stopped; the same line again goes on where it stopped');
  if (report.ledger.errored > 0) return APPARATUS;
  return report.sheets.length === 0 && !report.interrupted ? UNSUPPORTED : 0;
}

async function replay(given: Given, terminal: Terminal): Promise<number> {
  const { replayTrial, replayText } = await import('../commands/trial/replay.ts');
  const report = await replayTrial({
    trial: needed('trial', given.trial),
    harness: needed('harness', given.harness),
    ...(given.chain === undefined ? {} : { chain: given.chain }),
    seed: integerOption('seed', given.seed, 0, Number.MAX_SAFE_INTEGER) ?? 1,
    signal: terminal.signal,
  });
  if (given.json) terminal.json(report);
  else terminal.print(replayText(report));
  return 0;
}

async function score(archive: string | undefined, given: Given, terminal: Terminal): Promise<number> {
  const trials = listOption('trial', given.trial);
  const settings = present({ prices: given.prices, judge: judgeSettings(given), trials });
  return scoreArchive(needed('archive', archive), settings, given.json, terminal);
}

async function mutants(given: Given, terminal: Terminal): Promise<number> {
  const { trialMutants } = await import('../commands/trial/mutants.ts');
  const report = await trialMutants({
    trials: listOption('suite', given.trial ?? given.suite) ?? [],
    lanes: integerOption('lanes', given.lanes, 1, MOST_LANES) ?? 1,
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  if (given.json) terminal.json(report);
  else {
    const [{ sectionsText }, { mutantSections }] = await Promise.all([
      import('../report/study/text.ts'),
      import('../report/trials/mutants.ts'),
    ]);
    terminal.print(sectionsText(mutantSections(report), { width: process.stdout.columns ?? 100 }));
  }
  const valid = report.clean.length === 0 && report.mutants.every(({ state }) => state !== 'not-exact');
  return valid ? 0 : FAILED;
}

async function attribute(
  archive: string | undefined,
  review: string | undefined,
  { json, trial }: Given,
  terminal: Terminal,
) {
  const { attributeTrials, attributionText } = await import('../commands/trial/attribute.ts');
  const report = await attributeTrials({
    archive: needed('archive', archive),
    trials: listOption('trial', trial) ?? [],
    ...(review === undefined ? {} : { review }),
  });
  if (json) terminal.json(report);
  else terminal.print(attributionText(report));
  return 0;
}

export default defineCliCommand({
  name: 'trial',
  description: 'Try agent harnesses on trials with two score sheets, and attribute what fails',
  args: {
    action: {
      type: 'positional',
      description: 'list, lint, new, export, import, run, replay, score, attribute or mutants',
      default: 'run',
    },
    folder: {
      type: 'positional',
      description: 'With score and attribute: an archive; with new and export: a trial; with import: a task',
      required: false,
    },
    place: { type: 'positional', description: 'With new and import: the folder to write', required: false },
    harness: {
      type: 'string',
      description: 'Which harnesses, such as codex,pi; `reference`; `all` for every one that is installed',
      valueHint: 'A,B',
    },
    suite: {
      type: 'string',
      description: 'first-20, all, or trials by id',
      valueHint: 'T75,T77',
      default: 'first-20',
    },
    trial: {
      type: 'string',
      description: 'One trial, or several in place of a suite; the path of one of your own',
      valueHint: 'T75',
    },
    chain: { type: 'string', description: 'With replay: one chain only', valueHint: 'C1' },
    ...LIVE_ARGS,
    repeats: {
      type: 'string',
      description: 'Runs of each pair, and of pairs of harnesses by name: 3,pi=10',
      valueHint: 'N',
      default: '1',
    },
    patience: {
      type: 'string',
      description: 'How many times longer than on a quiet machine a turn may take',
      valueHint: 'N',
      default: '3',
    },
    lanes: { type: 'string', description: 'Runs at once', valueHint: 'N', default: '1' },
    seed: {
      type: 'string',
      description: 'With replay and export: the seed of the private values',
      valueHint: 'N',
      default: '1',
    },
    archive: { type: 'string', description: 'Folder to begin or continue', valueHint: 'DIR' },
    harbor: { type: 'string', description: 'With export: the folder of the task to write', valueHint: 'DIR' },
    title: { type: 'string', description: 'With new: what the trial is called', valueHint: 'TITLE' },
    review: {
      type: 'string',
      description: 'With attribute: a file of validations by review',
      valueHint: 'FILE',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand trial list',
      shows: 'which trials are written, which harnesses can run them, and what they cover',
    },
    {
      line: 'measurand trial run --harness reference --suite T75,T77',
      shows: 'both score sheets of two trials under the harness that comes with Measurand',
    },
    {
      line: 'measurand trial run --harness all --repeats 3 --archive tried',
      shows: 'every installed harness on every trial; Ctrl-C and the same line again continues',
    },
    {
      line: 'measurand trial run --mode live --model compatible:local/llama3 --harness pi --record recorded',
      shows: 'the Agent sheets of a real model, apart from pinned ones; --replay recorded asks nobody',
    },
    {
      line: 'measurand trial replay --trial T75 --harness codex',
      shows:
        'each chain again with its distortion repaired on the way to the model, both traces side by side',
    },
    {
      line: 'measurand trial mutants --suite T15,T75',
      shows: 'planted faults against the sheets: each must fail the lines that name it, and no others',
    },
  ],
  async run(args, terminal) {
    const { action, folder } = args;
    const suite = suiteAction(action);
    if (suite !== undefined) return suite({ ...args, positionals: args._ }, terminal);
    if (action === 'run' && folder === undefined) return run(args, terminal);
    if (action === 'replay' && folder === undefined) return replay(args, terminal);
    if (action === 'mutants' && folder === undefined) return mutants(args, terminal);
    if (action === 'score') return score(folder ?? args.archive, args, terminal);
    if (action === 'attribute') return attribute(folder ?? args.archive, args.review, args, terminal);
    throw new MeasurandError(
      'invalid-usage',
      `measurand trial does not know ${JSON.stringify(args._.join(' '))}`,
      {
        next: 'Use list, lint, new, export, import, run, replay or mutants, or score or attribute with an archive',
      },
    );
  },
});
