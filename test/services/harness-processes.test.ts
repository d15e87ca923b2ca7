import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { Random } from '../../src/core/random.ts';
import type { Isolation } from '../../src/scaffolds/native/contracts.ts';
import { checkIsolation } from '../../src/scaffolds/native/process/isolation.ts';
import type { ProgramResult, SignalPlan } from '../../src/scaffolds/native/process/program-run.ts';
import type { SignalTarget } from '../../src/scaffolds/native/process/protocol.ts';
import { runProcess } from '../../src/scaffolds/native/process/run-process.ts';
import { compareSnapshots, snapshotFolder } from '../../src/scaffolds/native/process/snapshot.ts';
import { verifies } from '../requirements.ts';

const RUNS = 200;
const AT_ONCE = 2;
const LONGEST_MS = 250;
const FIXTURES = resolve(import.meta.dirname, '../fixtures');
const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGKILL'];
const TARGETS: readonly SignalTarget[] = ['process', 'group', 'everything'];

const scratch = mkdtempSync(join(tmpdir(), 'measurand-kills-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Living processes of the machine that have a mark among their words. */
function marked(mark: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return words.includes(mark) ? [words] : [];
    } catch {
      return [];
    }
  });
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

/** A run whose program tangles itself up and is killed at a random moment: by a signal, an abort, or its time. */
async function killedRun(
  index: number,
  isolation: Isolation,
  neighbour: string,
): Promise<ProgramResult | 'aborted'> {
  const random = new Random(index);
  const [signal, target, moment] = [pick(random, SIGNALS), pick(random, TARGETS), random.below(LONGEST_MS)];
  const how = pick(random, ['signal', 'signal', 'abort', 'time']);
  const folder = join(scratch, `run-${index}`);
  mkdirSync(folder);
  const controller = new AbortController();
  const plan: SignalPlan = {
    signal,
    target,
    when: async (run) => {
      // Half of them while it starts, half of them when it is at work.
      while (index % 4 >= 2 && run.stdout() === '' && !run.signal.aborted) await pause(2);
      await pause(moment);
      if (how === 'abort') controller.abort(new Error('aborted'));
    },
  };
  // Without namespaces nothing holds a program back, so there it is not asked to try.
  const outside = isolation.kind === 'namespaces' ? [neighbour, homedir(), '/etc', '/tmp', FIXTURES] : [];
  try {
    return await runProcess({
      folder,
      isolation,
      programs: [FIXTURES],
      command: [process.execPath, join(FIXTURES, 'misbehaving.mjs')],
      args: ['tangle', ['.', '../tmp', '../home', ...outside].join(','), `${scratch}/${index}`],
      env: { PATH: '/usr/bin:/bin' },
      timeoutMs: how === 'time' ? moment + 1 : 60_000,
      graceMs: moment,
      signals: how === 'time' ? [] : [plan],
      signal: controller.signal,
    });
  } catch (error) {
    if ((error as Error).message !== 'aborted') throw error;
    return 'aborted';
  }
}

verifies(
  'native.process.random-kills',
  async () => {
    const best = await checkIsolation();
    const kinds: readonly Isolation[] =
      best.kind === 'namespaces' ? [best, { kind: 'none', reason: 'asked for' }] : [best];
    const neighbour = join(scratch, 'neighbour');
    mkdirSync(neighbour);
    writeFileSync(join(neighbour, 'kept'), 'as it was');
    const before = snapshotFolder(neighbour);
    const results: (ProgramResult | 'aborted')[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < RUNS) {
        const index = next;
        next += 1;
        results.push(await killedRun(index, kinds[index % kinds.length] as Isolation, neighbour));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));

    expect(marked(scratch)).toEqual([]);
    expect(compareSnapshots(before, snapshotFolder(neighbour))).toEqual({
      added: [],
      removed: [],
      changed: [],
    });
    for (const folder of [homedir(), '/etc', '/tmp', tmpdir(), FIXTURES])
      expect(readdirSync(folder).filter((name) => name.startsWith('tangle-'))).toEqual([]);
    // The runs were alive when they were killed, and left enough behind for the search to mean something.
    const ended = results.filter((result) => result !== 'aborted');
    expect(results).toHaveLength(RUNS);
    expect(ended.filter(({ orphans }) => orphans.length > 0).length).toBeGreaterThan(RUNS / 10);
    expect(ended.filter(({ signal }) => signal !== null).length).toBeGreaterThan(RUNS / 4);
    expect(results.filter((result) => result === 'aborted').length).toBeGreaterThan(RUNS / 20);
  },
  900_000,
);
