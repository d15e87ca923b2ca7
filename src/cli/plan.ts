import type { PlanReport } from '../commands/plan.ts';
import { listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

async function printPlan(report: PlanReport, terminal: Terminal): Promise<void> {
  const { renderPlan } = await import('../report/text/plan.ts');
  terminal.print(renderPlan(report, { width: process.stdout.columns ?? 100 }));
  const { registration } = report;
  if (registration === null) return;
  terminal.print(`\nregistration ${registration.digest} in ${registration.file}`);
  for (const deviation of registration.deviations) terminal.print(`  deviates: ${deviation}`);
}

export default defineCliCommand({
  name: 'plan',
  description:
    'Price a study before it runs: episodes, tokens, cost, time, power, and what it cannot identify',
  args: {
    study: { type: 'positional', description: 'A study file such as FILE.yaml, or grid' },
    models: { type: 'string', description: 'Which models', valueHint: 'A,B' },
    seeds: { type: 'string', description: 'Which seeds: 0-9, or 0,1,2', valueHint: 'SEEDS' },
    tasks: { type: 'string', description: 'Which tasks of the profile', valueHint: 'A,B' },
    scaffolds: { type: 'string', description: 'Which scaffolds, such as l0,l2', valueHint: 'A,B' },
    scorers: { type: 'string', description: 'Which scorers, such as truth,shape-judge', valueHint: 'A,B' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand plan grid --models perfect,walks-once --tasks T3_duplicates --seeds 0-9',
      shows: 'episodes, tokens and time of a grid by options, and what it could not show',
    },
    {
      line: 'measurand plan study.yaml --json',
      shows: 'the same of a study file, with the power of every comparison that it declares',
    },
  ],
  async run(args, terminal) {
    const [{ planStudy }, { parseSeeds }] = await Promise.all([
      import('../commands/plan.ts'),
      import('../study/seeds.ts'),
    ]);
    const lists = {
      models: listOption('models', args.models),
      tasks: listOption('tasks', args.tasks),
      scaffolds: listOption('scaffolds', args.scaffolds),
      scorers: listOption('scorers', args.scorers),
      seeds: args.seeds === undefined ? undefined : parseSeeds(args.seeds),
    };
    const given = Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined));
    const report = await planStudy({
      ...given,
      study: args.study,
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    if (args.json) terminal.json(report);
    else await printPlan(report, terminal);
    return 0;
  },
});
