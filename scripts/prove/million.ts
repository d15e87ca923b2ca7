// A million simulated episodes on two worker threads, through the runner that every study uses; then the archive is
// opened, verified, asked in SQL and summed up. `npm run prove -- million`; --episodes N for fewer.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type * as Folder from '../../src/archive/folder.ts';
import type * as Verify from '../../src/archive/verify.ts';
import type * as Query from '../../src/commands/query/query.ts';
import type * as Report from '../../src/commands/report/archive-report.ts';
import type { EpisodeCoordinates } from '../../src/core/contracts/index.ts';
import type * as Grid from '../../src/study/grid.ts';
import type * as Run from '../../src/study/run-cells.ts';

/** A module of the built package: what users run, and what worker threads can load. */
const built = (path: string): Promise<unknown> =>
  import(new URL(`../../dist/${path}.js`, import.meta.url).href);

const { openArchive, readArchive } = (await built('archive/folder')) as typeof Folder;
const { verifyArchive } = (await built('archive/verify')) as typeof Verify;
const { query } = (await built('commands/query/query')) as typeof Query;
const { archiveReport } = (await built('commands/report/archive-report')) as typeof Report;
const { gridCells } = (await built('study/grid')) as typeof Grid;
const { runCells } = (await built('study/run-cells')) as typeof Run;

const { values } = parseArgs({ options: { episodes: { type: 'string', default: '1000000' } } });
const episodes = Number(values.episodes);
const MODELS = ['perfect', 'fabricates', 'never-deduplicates', 'never-submits'];
/** Episodes of one call of the runner: a plan is held in memory, the archive is not. */
const SLICE = 50_000;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
const seconds = (from: number): number => Number(((performance.now() - from) / 1000).toFixed(2));

function cellsOf(first: number, count: number): readonly EpisodeCoordinates[] {
  const seeds = Array.from({ length: count / MODELS.length }, (_, i) => first / MODELS.length + i);
  return gridCells({
    profile: 'repaired',
    tasks: ['T3_duplicates'],
    seeds,
    models: MODELS,
    scaffolds: ['l2'],
    protocol: 'single',
    stressors: [],
  });
}

const folder = join(mkdtempSync(join(tmpdir(), 'measurand-million-')), 'archive');
/** Resident memory after each slice: flat when nothing grows but the 100 bytes an episode of the archive's index. */
const resident: number[] = [];
const started = performance.now();
{
  using archive = openArchive(folder);
  for (let first = 0; first < episodes; first += SLICE) {
    const planned = cellsOf(first, Math.min(SLICE, episodes - first));
    await runCells(planned, { archive, scorers: ['truth'], workers: 2 });
    resident.push(megabytes(process.memoryUsage.rss()));
    process.stderr.write(
      `${first + planned.length} episodes, ${seconds(started)} s, ${resident.at(-1)} MB\n`,
    );
  }
}
const ran = seconds(started);

/** Runs a step and gives how long it took. */
async function timed<T>(
  step: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly seconds: number }> {
  const from = performance.now();
  const value = await step();
  return { value, seconds: seconds(from) };
}

const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
  statSync(join(folder, name)),
);
const bytes = sizes.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
const opened = await timed(() => {
  using archive = readArchive(folder);
  return { size: archive.size, root: archive.root(), resident: megabytes(process.memoryUsage.rss()) };
});
const sql =
  'SELECT model, count(*) AS n, avg(value) AS mean FROM scores JOIN episodes USING (id) GROUP BY model ORDER BY model';
const first = await timed(() => query({ archive: folder, sql }));
const again = await timed(() => query({ archive: folder, sql }));
const verified = await timed(() => verifyArchive(folder));
const reported = await timed(() => archiveReport({ archive: folder }));
const reportedAgain = await timed(() => archiveReport({ archive: folder }));
rmSync(folder, { recursive: true });

const counted = first.value.rows.reduce((sum, row) => sum + Number(row[1]), 0);
const holds =
  opened.value.size === episodes &&
  counted === episodes &&
  verified.value.damaged.length === 0 &&
  verified.value.episodes === episodes &&
  reported.value.stats.episodes === episodes &&
  isDeepStrictEqual(reported.value, reportedAgain.value);
const result = {
  proof: 'million',
  holds,
  episodes,
  workers: 2,
  run: { seconds: ran, perSecond: Math.round(episodes / ran), residentMegabytes: resident },
  peakMegabytes: megabytes(process.resourceUsage().maxRSS * 1024),
  archive: {
    megabytes: megabytes(bytes),
    bytesPerEpisode: Math.round(bytes / episodes),
    root: opened.value.root,
  },
  open: { seconds: opened.seconds, residentMegabytes: opened.value.resident },
  query: { firstSeconds: first.seconds, againSeconds: again.seconds, rows: first.value.rows },
  verify: { seconds: verified.seconds },
  report: { firstSeconds: reported.seconds, againSeconds: reportedAgain.seconds },
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exitCode = holds ? 0 : 1;
