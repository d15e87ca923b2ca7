import { MeasurandError } from '../core/errors.ts';
import type { Section } from '../report/study/section.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import { OUTPUT_OPTIONS, type Outputs, refuseOutputs, writeOutputs } from './outputs.ts';
import type { Terminal } from './terminal.ts';

const MOST_SEED = Number.MAX_SAFE_INTEGER;

interface Asked extends Outputs {
  readonly _: readonly string[];
  readonly by: string | undefined;
  readonly scorer: string | undefined;
  readonly seed: string;
  readonly detail: boolean;
  readonly markdown: boolean;
  readonly page: string | undefined;
  readonly gate: boolean;
  readonly json: boolean;
}

function optionsOf({ by, scorer, seed }: Asked, terminal: Terminal) {
  const axes = listOption('by', by);
  const scorers = listOption('scorer', scorer);
  return {
    ...(axes ? { by: axes } : {}),
    ...(scorers ? { scorers } : {}),
    seed: integerOption('seed', seed, 0, MOST_SEED) ?? 0,
    signal: terminal.signal,
    onProgress: terminal.progress,
  };
}

async function printSections(
  sections: readonly Section[],
  title: string,
  { detail, markdown }: Asked,
  terminal: Terminal,
): Promise<void> {
  if (markdown) {
    const { sectionsMarkdown } = await import('../report/study/markdown.ts');
    terminal.print(sectionsMarkdown(title, sections));
    return;
  }
  const { sectionsText } = await import('../report/study/text.ts');
  terminal.print(sectionsText(sections, { width: process.stdout.columns ?? 100, detail }));
}

async function runOnArchive(asked: Asked, terminal: Terminal): Promise<number> {
  refuseOutputs(asked);
  if (asked.page !== undefined)
    throw new MeasurandError('invalid-usage', 'an archive alone has a page of its own', {
      field: 'page',
      next: 'measurand report writes it',
    });
  const { archiveStats } = await import('../commands/stats/stats.ts');
  const stats = archiveStats({ archive: asked._[0] ?? '', ...optionsOf(asked, terminal) });
  if (asked.json) terminal.json(stats);
  else {
    const { statsSections } = await import('../report/study/text.ts');
    await printSections(statsSections(stats), `Statistics of ${stats.episodes} episodes`, asked, terminal);
  }
  return 0;
}

async function runOnLogs(asked: Asked, terminal: Terminal): Promise<number> {
  const { logResults } = await import('../commands/results/results.ts');
  const results = await logResults({ logs: asked._, ...optionsOf(asked, terminal) });
  if (asked.json) terminal.json(results);
  else {
    const { resultsSections } = await import('../report/results/sections.ts');
    await printSections(resultsSections(results), 'What the logs show', asked, terminal);
  }
  const { resultsReport } = await import('../report/outputs/of-results.ts');
  await writeOutputs(asked, () => resultsReport(results), terminal);
  if (asked.page !== undefined) {
    const { writeResultsPage } = await import('../report/results/page.ts');
    await writeResultsPage(results, asked.page);
    terminal.note(`Written: ${asked.page}`);
  }
  const dropped = results.sources.some(({ ledger }) => ledger.dropped > 0);
  return dropped || (asked.gate && results.findings.length > 0) ? 1 : 0;
}

export default defineCliCommand({
  name: 'stats',
  description:
    'Statistics of archives or of anyone’s logs: denominators with bounds, spectra, ranks, and what is wrong',
  args: {
    logs: { type: 'positional', description: 'Archives, logs of evaluations, folders of them, in any mix' },
    by: {
      type: 'string',
      description: 'What a group is: model, scaffold, profile, protocol, arm, settings; the first is ranked',
      valueHint: 'A,B',
    },
    scorer: { type: 'string', description: 'Which scorers, such as truth,shape-judge', valueHint: 'A,B' },
    seed: { type: 'string', description: 'Seed of every bootstrap', valueHint: 'N', default: '0' },
    detail: { type: 'boolean', description: 'Show every run by task and seed too' },
    markdown: { type: 'boolean', description: 'Print Markdown' },
    page: { type: 'string', description: 'Write what logs show as a page', valueHint: 'FILE' },
    gate: { type: 'boolean', description: 'Exit with 1 when anything was found in the logs' },
    ...OUTPUT_OPTIONS,
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
    {
      line: 'measurand stats logs/ --gate --sarif findings.sarif',
      shows: 'logs of Inspect, Harbor, tau-bench, SWE-bench, promptfoo and others: exit code 1 on a finding',
    },
  ],
  extraPositionals: Number.POSITIVE_INFINITY,
  async run(args, terminal) {
    const { isArchiveAlone } = await import('../commands/stats/one-archive.ts');
    return isArchiveAlone(args._) ? runOnArchive(args, terminal) : runOnLogs(args, terminal);
  },
});
