// npm run prove -- links [--archive DIR] [--harness A,B] [--kept FILE]: counterfactual replay of every link that the runs of an archive activate,
// each on the harness on which it was activated: as it is, then with its distortion repaired on the way to the model. Without
// an archive the trials are run first. With --kept it goes on where it was stopped: each link is a line of that file.
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
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
  options: {
    archive: { type: 'string' },
    harness: { type: 'string', default: 'all' },
    kept: { type: 'string' },
  },
});

async function freshArchive(): Promise<string> {
  const archive = join(mkdtempSync(join(tmpdir(), 'measurand-links-')), 'archive');
  await runTrials({ harnesses: values.harness.split(','), archive });
  return archive;
}

const { runs } = await attributeTrials({ archive: values.archive ?? (await freshArchive()) });
const links = new Map(
  runs.flatMap(({ harness, trial, activated }) =>
    activated.map((chain) => [`${harness} ${chain}`, { harness, trial, chain }] as const),
  ),
);
type Tried =
  | ({ readonly harness: string } & TrialReplayReport['links'][number])
  | { readonly harness: string; readonly chain: string; readonly outcome: 'no-repair' };

const keptLines =
  values.kept !== undefined && existsSync(values.kept)
    ? readFileSync(values.kept, 'utf8').split('\n').filter(Boolean)
    : [];
const tried: Tried[] = keptLines.map((line) => JSON.parse(line) as Tried);

async function replay(harness: string, trial: string, chain: string): Promise<readonly Tried[]> {
  try {
    const { links: replays } = await replayTrial({ trial, harness, chain });
    return replays.map((link) => ({ harness, ...link }));
  } catch (error) {
    if (error instanceof MeasurandError && error.code === 'no-repair')
      return [{ harness, chain, outcome: 'no-repair' }];
    throw error;
  }
}

const wanted = values.harness.split(',');
for (const { harness, trial, chain } of links.values()) {
  if (!wanted.includes('all') && !wanted.includes(harness.split('@')[0] ?? '')) continue;
  if (tried.some((each) => each.harness === harness && each.chain === chain)) continue;
  process.stderr.write(`${harness} ${chain}\n`);
  for (const each of await replay(harness, trial, chain)) {
    tried.push(each);
    if (values.kept !== undefined) appendFileSync(values.kept, `${JSON.stringify(each)}\n`);
  }
}
const replayed = tried.filter((each) => each.outcome !== 'no-repair');
const withoutRepair = tried.filter((each) => each.outcome === 'no-repair');
const count = (outcome: string): number => replayed.filter((link) => link.outcome === outcome).length;
const counts = {
  validated: count('validated'),
  refuted: count('refuted'),
  inconclusive: count('inconclusive'),
};
process.stdout.write(`${JSON.stringify({ counts, links: replayed, withoutRepair }, null, 2)}\n`);
process.exitCode = counts.validated >= LEAST_VALIDATED && counts.refuted > 0 ? 0 : 1;
