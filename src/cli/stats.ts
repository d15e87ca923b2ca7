import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const MOST_SEED = Number.MAX_SAFE_INTEGER;

export default defineCliCommand({
  name: 'stats',
  description:
    'Statistics of an archive: spectra, intervals, ranks, variance, and the ledger with its bounds',
  args: {
    archive: { type: 'positional', description: 'An archive' },
    by: {
      type: 'string',
      description: 'What a group is: model, scaffold, profile, protocol, arm, settings; the first is ranked',
      valueHint: 'A,B',
    },
    scorer: { type: 'string', description: 'Which scorers, such as truth,shape-judge', valueHint: 'A,B' },
    seed: { type: 'string', description: 'Seed of every bootstrap', valueHint: 'N', default: '0' },
    detail: { type: 'boolean', description: 'Show every run by task and seed too' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand stats my-archive',
      shows: 'every model under every scaffold: mean with intervals, worst case and tail, ranks left open',
    },
    {
      line: 'measurand stats my-archive --by scaffold,model --scorer truth --json',
      shows: 'scaffolds ranked within each model, as one JSON document',
    },
  ],
  async run({ archive, by, scorer, seed, detail, json }, terminal) {
    const { archiveStats } = await import('../commands/stats/stats.ts');
    const axes = listOption('by', by);
    const scorers = listOption('scorer', scorer);
    const stats = archiveStats({
      archive,
      ...(axes ? { by: axes } : {}),
      ...(scorers ? { scorers } : {}),
      seed: integerOption('seed', seed, 0, MOST_SEED) ?? 0,
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    if (json) {
      terminal.json(stats);
      return 0;
    }
    const { sectionsText, statsSections } = await import('../report/study/text.ts');
    terminal.print(sectionsText(statsSections(stats), { width: process.stdout.columns ?? 100, detail }));
    return 0;
  },
});
