import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { readArchive } from '../../src/archive/folder.ts';
import { keptRun } from '../../src/commands/trial/kept-run.ts';
import { Random } from '../../src/core/random.ts';
import { checkIsolation } from '../../src/scaffolds/native/process/isolation.ts';
import { measurand, temporaryFolder } from '../e2e/program.ts';
import { verifies } from '../requirements.ts';
import { startMeasurand } from './processes.ts';

/** Twenty trials, each five times. */
const EPISODES = 100;
const KILLS = 5;
/** A kill strikes so many episodes after the last one, at most, and so long after the last of those. */
const MOST_EPISODES = 24;
const LONGEST_MS = 1500;
/** One in CI, where each costs two minutes; three were run by hand. */
const SEEDS = (process.env['KILL_SEEDS'] ?? '1').split(',').map(Number);
const RUN = ['--harness', 'reference', '--suite', 'first-20', '--repeats', '5', '--lanes', '3', '--json'];

const line = (archive: string): readonly string[] => ['trial', 'run', ...RUN, '--archive', archive];

/** Living processes that see a folder through a mount of their own, or name it in their environment. */
function livingIn(folder: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const read = (name: string): string => {
      try {
        return readFileSync(`/proc/${pid}/${name}`, 'latin1');
      } catch {
        return '';
      }
    };
    const words = read('cmdline').replaceAll('\0', ' ').trim();
    return words !== '' && `${read('mountinfo')}${read('environ')}`.includes(folder) ? [words] : [];
  });
}

interface Reported {
  readonly held: number;
  readonly ran: number;
  readonly ledger: Readonly<Record<string, number>>;
}

/** What each episode decided, by its id. A record that is held twice would stand twice. */
function verdictsOf(folder: string): readonly (readonly [string, string])[] {
  using archive = readArchive(folder);
  return [...archive.records()]
    .map((record): readonly [string, string] => {
      const verdicts = keptRun(archive, record)?.verdicts ?? [];
      return [record.id, verdicts.map(({ criterion, state }) => `${criterion}=${state}`).join(' ')];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function linesOf(archive: string): readonly string[] {
  const folder = join(archive, 'segments');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((text) => text.includes('"coordinates"'));
}

/** Starts the suite again and again, each time killed at a moment of its own, wherever it then stands. */
async function killed(archive: string, temporary: string, seed: number): Promise<void> {
  const random = new Random(seed);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const run = startMeasurand(line(archive), { TMPDIR: temporary });
    const due = linesOf(archive).length + random.below(MOST_EPISODES);
    while (run.isRunning && linesOf(archive).length < due) await pause(20);
    await Promise.race([pause(random.below(LONGEST_MS)), run.ended]);
    await run.kill('SIGKILL');
    await expect.poll(() => livingIn(temporary), { timeout: 60_000, interval: 100 }).toEqual([]);
  }
}

verifies(
  'trial.run.killed-anywhere',
  async () => {
    using folder = temporaryFolder();
    const whole = join(folder.path, 'whole');
    expect((await measurand([...line(whole)])).code).toBe(0);
    const due = verdictsOf(whole);
    expect(due).toHaveLength(EPISODES);
    expect((await checkIsolation()).kind).toBe('namespaces');
    for (const seed of SEEDS) {
      const archive = join(folder.path, `killed-${seed}`);
      const temporary = join(folder.path, `temporary-${seed}`);
      mkdirSync(temporary);
      await killed(archive, temporary, seed);
      const last = await measurand([...line(archive)]);
      const { held, ran, ledger } = JSON.parse(last.out) as Reported;
      expect({ code: last.code, all: held + ran }).toEqual({ code: 0, all: EPISODES });
      expect(held).toBeGreaterThan(0);
      expect(ledger).toMatchObject({
        planned: EPISODES,
        scored: EPISODES,
        errored: 0,
        missing: 0,
        replaced: 0,
      });
      expect(linesOf(archive)).toHaveLength(EPISODES);
      expect(verdictsOf(archive)).toEqual(due);
      expect((await measurand(['verify', archive])).code).toBe(0);
    }
  },
  1_800_000,
);
