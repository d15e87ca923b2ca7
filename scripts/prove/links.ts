// npm run prove -- links [--archive DIR]: counterfactual replay of every link that the runs of an archive activate, each on
// the harness on which it was activated: as it is, then with its distortion repaired on the way to the model. Without an
// archive the trials are run first.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  attributeTrials,
  MeasurandError,
  replayTrial,
  runTrials,
  type TrialReplayReport,
} from '../../src/index.ts';

const LEAST_VALIDATED = 10;
const { values } = parseArgs({
  options: { archive: { type: 'string' }, harness: { type: 'string', default: 'all' } },
});

async function freshArchive(): Promise<string> {
  const archive = join(mkdtempSync(join(tmpdir(), 'measurand-links-')), 'archive');
  await runTrials({ harnesses: values.harness.split(','), archive });
  return archive;
}

const { runs } = attributeTrials({ archive: values.archive ?? (await freshArchive()) });
const links = new Map(
  runs.flatMap(({ harness, trial, activated }) =>
    activated.map((chain) => [`${harness} ${chain}`, { harness, trial, chain }] as const),
  ),
);
const replayed: ({ readonly harness: string } & TrialReplayReport['links'][number])[] = [];
const withoutRepair: { readonly harness: string; readonly chain: string }[] = [];
for (const { harness, trial, chain } of links.values()) {
  process.stderr.write(`${harness} ${chain}\n`);
  try {
    const report = await replayTrial({ trial, harness, chain });
    replayed.push(...report.links.map((link) => ({ harness, ...link })));
  } catch (error) {
    if (!(error instanceof MeasurandError && error.code === 'no-repair')) throw error;
    withoutRepair.push({ harness, chain });
  }
}
const count = (outcome: string): number => replayed.filter((link) => link.outcome === outcome).length;
const counts = {
  validated: count('validated'),
  refuted: count('refuted'),
  inconclusive: count('inconclusive'),
};
process.stdout.write(`${JSON.stringify({ counts, links: replayed, withoutRepair }, null, 2)}\n`);
process.exitCode = counts.validated >= LEAST_VALIDATED && counts.refuted > 0 ? 0 : 1;
