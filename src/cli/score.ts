import type { ScoreReport } from '../commands/score/score.ts';
import type { Score } from '../core/contracts/index.ts';
import { formatDecimal, formatSignificant } from '../core/decimal.ts';
import { MeasurandError } from '../core/errors.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import { scoreArchive } from './trial-score.ts';

const NOTES_SHOWN = 8;

const figure = (part: number): string => (Number.isInteger(part) ? String(part) : formatSignificant(part, 4));

function scoreLines({ scorer, value, parts, notes }: Score): string[] {
  const shown = Object.entries(parts).map(([name, part]) => `${name} ${figure(part)}`);
  const hidden = notes.length - NOTES_SHOWN;
  return [
    `  ${scorer.padEnd(12)} ${formatDecimal(value, 4)}   ${shown.join(', ')}`,
    ...notes.slice(0, NOTES_SHOWN).map((note) => `      ${note}`),
    ...(hidden > 0 ? [`      and ${hidden} more; --json lists them`] : []),
  ];
}

function text({ task, profile, seed, parts, scores, remarks }: ScoreReport): string {
  const files = parts.map(({ path }) => path).join(', ');
  return [
    `${task}, ${profile}, seed ${seed}: ${files}`,
    ...scores.flatMap(scoreLines),
    ...remarks.map((remark) => `  ${remark}`),
  ].join('\n');
}

export default defineCliCommand({
  name: 'score',
  description: 'Score a submission from files by the truth, by coverage, or by the judge that was shipped',
  args: {
    submission: {
      type: 'string',
      description: 'Folder with data.jsonl, metadata.json and run.log, or a data file by itself',
      valueHint: 'DIR|FILE',
    },
    task: {
      type: 'string',
      description: 'The task it answers, such as T3_duplicates',
      valueHint: 'ID',
    },
    archive: {
      type: 'string',
      description: 'Instead: an archive of trials, whose verdicts are decided again from their evidence',
      valueHint: 'DIR',
    },
    trial: {
      type: 'string',
      description: "With --archive: files of trials of one's own that it holds",
      valueHint: 'FILE',
    },
    seed: { type: 'string', description: 'Which episode of it', valueHint: 'N', default: '0' },
    profile: {
      type: 'enum',
      description: 'The release as published, our repaired one, or the task under an adversary',
      options: ['as-published', 'repaired', 'adversity'],
      default: 'repaired',
    },
    scorer: {
      type: 'string',
      description: 'Any of truth, truth-id, coverage, shape-judge',
      valueHint: 'ID,ID',
      default: 'truth,truth-id,coverage',
    },
    metadata: { type: 'string', description: "Metadata file, in place of the folder's", valueHint: 'FILE' },
    log: { type: 'string', description: "Run log, in place of the folder's", valueHint: 'FILE' },
    'as-is': {
      type: 'boolean',
      description: "Leave missing files and broken lines to each scorer's own rule instead of refusing them",
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand score --task T3_duplicates --seed 0 --submission out/',
      shows: 'F1 against the true records, by whole record and by identifier, and coverage',
    },
    {
      line: 'measurand score --task T3_duplicates --profile as-published --scorer truth,shape-judge --submission out/',
      shows: 'the same submission by the truth and by the judge of the release, side by side',
    },
  ],
  async run(args, terminal) {
    const { submission, task, archive } = args;
    if (archive !== undefined) {
      return scoreArchive(archive, { trials: listOption('trial', args.trial) ?? [] }, args.json, terminal);
    }
    if (submission === undefined || task === undefined) {
      throw new MeasurandError('invalid-usage', '--submission and --task are needed, or --archive', {
        next: 'See measurand score --help',
      });
    }
    const seed = integerOption('seed', args.seed, 0, Number.MAX_SAFE_INTEGER) as number;
    const scorers = listOption('scorer', args.scorer) as readonly string[];
    const { score } = await import('../commands/score/score.ts');
    const report = await score({
      submission,
      task,
      seed,
      profile: args.profile,
      scorers,
      ...(args.metadata === undefined ? {} : { metadata: args.metadata }),
      ...(args.log === undefined ? {} : { log: args.log }),
      asIs: args['as-is'],
    });
    if (args.json) terminal.json(report);
    else terminal.print(text(report));
    return 0;
  },
});
