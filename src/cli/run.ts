import type { RunReport } from '../commands/run.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const MOST_WORKERS = 256;

async function printReport(report: RunReport, terminal: Terminal): Promise<void> {
  const { renderLedger, renderStudy } = await import('../report/text/study.ts');
  const width = process.stdout.columns ?? 100;
  const analyses = [...(report.analysis ? [report.analysis] : []), ...(report.details ?? [])];
  for (const analysis of analyses) terminal.print(`${renderStudy(analysis, { width })}\n`);
  for (const remark of report.remarks) terminal.note(remark);
  const { held, ran } = report.summary;
  terminal.print(`${renderLedger(report.ledger)}; ${ran} run now, ${held} held before`);
  for (const [code, count] of Object.entries(report.errors))
    terminal.print(`  ${count} errored with ${code}`);
  const { registration } = report.declared ?? {};
  if (registration?.file) terminal.print(`registration ${registration.digest} in ${registration.file}`);
  terminal.print(`root ${report.root}`);
  if (report.archive !== undefined) terminal.print(`archive ${report.archive}`);
}

function interruption({ archive, ledger }: RunReport): string {
  const left = `Stopped with ${ledger.states.missing} of ${ledger.planned} episodes missing.`;
  if (archive === undefined) return `${left} Nothing was kept: name --archive DIR and a run can be continued`;
  return `${left} The same command again continues`;
}

export default defineCliCommand({
  name: 'run',
  description: 'Run a study: a built-in one by name, a grid by options, or a study file',
  args: {
    study: {
      type: 'positional',
      description: 'b1, b2, slack, degradation, grid, or a study file such as FILE.yaml',
    },
    models: { type: 'string', description: 'Which models', valueHint: 'A,B' },
    seeds: { type: 'string', description: 'Which seeds: 0-9, or 0,1,2', valueHint: 'SEEDS' },
    tasks: { type: 'string', description: 'Which tasks of the profile', valueHint: 'A,B' },
    scaffolds: { type: 'string', description: 'Which scaffolds, such as l0,l2', valueHint: 'A,B' },
    profile: {
      type: 'enum',
      description: 'Which variant of the tasks',
      options: ['repaired', 'as-published', 'adversity'],
    },
    protocol: {
      type: 'enum',
      description: 'How rows are handed in at L2',
      options: ['single', 'chunked', 'by-id'],
    },
    stressors: {
      type: 'string',
      description: 'Hardships: misleading-retry, hidden-totals, observation-window:N',
      valueHint: 'A,B',
    },
    scorers: { type: 'string', description: 'Which scorers, such as truth,shape-judge', valueHint: 'A,B' },
    archive: {
      type: 'string',
      description: 'Keep every episode here; continues what is there',
      valueHint: 'DIR',
    },
    workers: {
      type: 'string',
      description: 'Worker threads; the result is the same',
      valueHint: 'N',
      default: '0',
    },
    queue: {
      type: 'string',
      description: 'Run on the workers of this queue server; see measurand worker --help',
      valueHint: 'URL',
    },
    blobs: {
      type: 'string',
      description: 'With --queue: the folder or s3://BUCKET/PREFIX in which workers leave blobs',
      valueHint: 'PLACE',
    },
    record: {
      type: 'string',
      description: 'Record what every model decides; continues what is there',
      valueHint: 'FILE',
    },
    replay: {
      type: 'string',
      description: 'Take what recorded models decide from here, and ask nobody',
      valueHint: 'FILE',
    },
    traces: { type: 'boolean', description: 'Keep every event of every episode in the archive' },
    freeze: {
      type: 'boolean',
      description: 'Write FILE.prereg.json first; any later deviation is then disclosed',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand run b2 --models always-retry,quota-aware,always-skip',
      shows: "the paper's experiment B2 for rule policies, beside its printed figures",
    },
    {
      line: 'measurand run grid --tasks T3_duplicates,T8_mixed_faults --seeds 0-4 --archive my-archive',
      shows: 'every archetype at L0 and L2, kept; Ctrl-C and the same line again continues',
    },
    {
      line: 'measurand run study.yaml --freeze --archive my-archive',
      shows: 'registers the plan of a study file, then runs it; see measurand plan --help',
    },
    {
      line: 'measurand run examples/tau-slice.yaml --archive slice-report',
      shows: "the paper's slice of tau-bench, replayed: shares of variance, paired tests, interaction chart",
    },
    {
      line: 'measurand run grid --models perfect,walks-once --scaffolds l2 --protocol chunked --json',
      shows: 'one JSON document with means, bounds, denominators and the root digest',
    },
    {
      line: 'measurand run grid --models compatible:local/llama3 --scaffolds l2 --record my-run.jsonl',
      shows: 'a model that MEASURAND_ENDPOINT_LOCAL serves; --replay my-run.jsonl runs it again offline',
    },
  ],
  async run(args, terminal) {
    const { isSliceFile } = await import('../commands/tau-slice/slice-file.ts');
    if (isSliceFile(args.study)) {
      const { printSlice } = await import('./run-slice.ts');
      return printSlice(args, terminal);
    }
    const [{ runStudy }, { parseSeeds }] = await Promise.all([
      import('../commands/run.ts'),
      import('../study/seeds.ts'),
    ]);
    const lists = {
      models: listOption('models', args.models),
      tasks: listOption('tasks', args.tasks),
      scaffolds: listOption('scaffolds', args.scaffolds),
      stressors: listOption('stressors', args.stressors),
      scorers: listOption('scorers', args.scorers),
      seeds: args.seeds === undefined ? undefined : parseSeeds(args.seeds),
      profile: args.profile,
      protocol: args.protocol,
      archive: args.archive,
      queue: args.queue,
      blobs: args.blobs,
      record: args.record,
      replay: args.replay,
    };
    const given = Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined));
    const report = await runStudy({
      ...given,
      study: args.study,
      workers: integerOption('workers', args.workers, 0, MOST_WORKERS) ?? 0,
      keepTraces: args.traces,
      freeze: args.freeze,
      signal: terminal.signal,
      onProgress: terminal.progress,
      onRemark: (remark) => terminal.note(remark),
    });
    if (args.json) terminal.json(report);
    else await printReport(report, terminal);
    if (report.summary.interrupted) terminal.note(interruption(report));
    return Object.keys(report.errors).length > 0 ? 4 : 0;
  },
});
