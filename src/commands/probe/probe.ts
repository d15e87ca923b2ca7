import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { adapterOf, HARNESS_ADAPTERS } from '../../scaffolds/native/adapters/catalogue.ts';
import type { HarnessAdapter, Isolation } from '../../scaffolds/native/contracts.ts';
import { type FoundHarness, findHarness } from '../../scaffolds/native/install/find.ts';
import { PROBE_SESSIONS, PROBES } from '../../scaffolds/native/probes/catalogue.ts';
import type {
  ProbeCell,
  ProbedHarness,
  ProbeFailure,
  ProbeMatrix,
} from '../../scaffolds/native/probes/matrix.ts';
import { type ProbeResult, playSession } from '../../scaffolds/native/probes/play-session.ts';
import type { Probe, ProbeSession } from '../../scaffolds/native/probes/probe.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { cellOf } from './cell.ts';

/** What to probe, and how often. */
export interface ProbeOptions {
  /** Ids of harnesses. @default all that Measurand can drive */
  readonly harnesses?: readonly string[];
  /** Ids of probes. @default all */
  readonly probes?: readonly string[];
  /** Runs of each session. @default 1 */
  readonly repeats?: number;
  /** Folder for `matrix.json` and every run, bodies and all. @default runs are read and thrown away */
  readonly out?: string;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

function chosenProbes(ids: readonly string[] | undefined): readonly Probe[] {
  if (!ids) return PROBES;
  for (const id of ids) {
    if (PROBES.some((probe) => probe.id === id)) continue;
    throw new MeasurandError('unknown-probe', `there is no probe ${JSON.stringify(id)}`, {
      next: `Known are ${PROBES.map((probe) => probe.id).join(', ')}`,
    });
  }
  return PROBES.filter(({ id }) => ids.includes(id));
}

const MATRIX_FILE = 'matrix.json';

function refuseUsed(out: string): void {
  if (!existsSync(join(out, MATRIX_FILE)) && !existsSync(join(out, 'runs'))) return;
  throw new MeasurandError('probe-exists', 'the folder holds a probe already', {
    file: out,
    next: 'Choose another folder with --out',
  });
}

interface Found {
  readonly adapter: HarnessAdapter;
  readonly found: FoundHarness | undefined;
  /** Why it cannot be started, if so. */
  readonly reason: string;
}

async function look(id: string, signal: AbortSignal | undefined): Promise<Found> {
  const adapter = adapterOf(id);
  try {
    return { adapter, found: await findHarness(id, signal ? { signal } : {}), reason: '' };
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    return { adapter, found: undefined, reason: error.message };
  }
}

/** What came of a harness so far. */
interface Played extends Found {
  readonly results: ProbeResult[];
  readonly firstRequests: string[];
  readonly failures: ProbeFailure[];
}

/** The sessions that a harness is worth starting for: those with a probe that is asked for and that it can do. */
function sessionsFor(adapter: HarnessAdapter, probes: readonly Probe[]): readonly ProbeSession[] {
  const wanted = (probe: Probe): boolean =>
    probes.includes(probe) && adapter.unsupported(probe.id) === undefined;
  return PROBE_SESSIONS.filter((session) => session.probes.some(wanted));
}

interface Grid {
  readonly isolation: Isolation;
  readonly folder: string;
  readonly repeats: number;
  readonly probes: readonly Probe[];
  readonly options: ProbeOptions;
  /** Called after each session. */
  step(): void;
}

/** What every probe of a session comes to when our own apparatus failed in it: nothing about the harness. */
function notRun(session: ProbeSession, failure: MeasurandError): readonly ProbeResult[] {
  return session.probes.map(({ id }) => ({
    probe: id,
    notProbed: `the apparatus failed: ${failure.message}`,
  }));
}

async function playRepeat(
  played: Played,
  found: FoundHarness,
  session: ProbeSession,
  at: PlayAt,
): Promise<void> {
  const { adapter, results, firstRequests, failures } = played;
  const { grid, repeat } = at;
  const folder = join(grid.folder, adapter.id, session.id, String(repeat));
  try {
    const { results: read, firstRequest } = await playSession({
      harness: { adapter, command: found.command, version: found.version },
      programs: found.programs,
      isolation: grid.isolation,
      folder,
      session,
      ...(grid.options.signal ? { signal: grid.options.signal } : {}),
    });
    results.push(...read);
    // The other sessions have settings or servers of their own, which show in the request.
    if (session === PROBE_SESSIONS[0] && firstRequest) firstRequests.push(firstRequest);
  } catch (error) {
    grid.options.signal?.throwIfAborted();
    if (!(error instanceof MeasurandError)) throw error;
    results.push(...notRun(session, error));
    failures.push({ harness: adapter.id, session: session.id, repeat, what: error.message });
  }
  if (grid.options.out === undefined) rmSync(folder, { recursive: true, force: true });
  grid.step();
}

interface PlayAt {
  readonly grid: Grid;
  readonly repeat: number;
}

async function playHarness(played: Played, grid: Grid): Promise<void> {
  const { adapter, found } = played;
  if (!found) return;
  for (const session of sessionsFor(adapter, grid.probes)) {
    for (let repeat = 0; repeat < grid.repeats; repeat += 1) {
      grid.options.signal?.throwIfAborted();
      await playRepeat(played, found, session, { grid, repeat });
    }
  }
}

function cellsOf(harnesses: readonly Played[], probes: readonly Probe[]): readonly ProbeCell[] {
  return probes.flatMap((probe) =>
    harnesses.map(({ adapter, found, reason, results }) => {
      const place = { probe: probe.id, harness: adapter.id };
      const lacking = found ? adapter.unsupported(probe.id) : reason;
      if (!found || lacking !== undefined)
        return { ...place, state: 'not-probed', reason: lacking ?? reason };
      return cellOf(
        place,
        found.version,
        results.filter((result) => result.probe === probe.id),
      );
    }),
  );
}

function harnessOf({ adapter, found, firstRequests }: Played, isolation: Isolation): ProbedHarness {
  return {
    id: adapter.id,
    version: found?.version ?? null,
    isolation: found ? isolation.kind : null,
    firstRequests: [...new Set(firstRequests)],
  };
}

function failed(harnesses: readonly Played[]): Pick<ProbeMatrix, 'failures'> {
  const failures = harnesses.flatMap((each) => each.failures);
  return failures.length === 0 ? {} : { failures };
}

/**
 * Runs scripted sessions on real harnesses, with the model held fixed, and says what each told its model. A session in
 * which our own apparatus failed is named in `failures` and in its cells, and stops no other.
 *
 * @throws MeasurandError `unknown-harness`, `unknown-probe`, `probe-exists`; the reason of `signal`
 */
export async function probe(options: ProbeOptions = {}): Promise<ProbeMatrix> {
  const { repeats = 1, out, signal } = options;
  const probes = chosenProbes(options.probes);
  const ids = options.harnesses ?? HARNESS_ADAPTERS.map(({ id }) => id);
  const found = await Promise.all(ids.map((id) => look(id, signal)));
  const isolation = await checkIsolation();
  const total = found
    .filter((each) => each.found)
    .reduce((sum, { adapter }) => sum + sessionsFor(adapter, probes).length * repeats, 0);
  if (out !== undefined) refuseUsed(out);
  const folder = out === undefined ? mkdtempSync(join(tmpdir(), 'measurand-probe-')) : join(out, 'runs');
  mkdirSync(folder, { recursive: true });
  const harnesses: Played[] = found.map((each) => ({
    ...each,
    results: [],
    firstRequests: [],
    failures: [],
  }));
  const matrix = (): ProbeMatrix => ({
    format: 'measurand.probe-matrix/1',
    repeats,
    harnesses: harnesses.map((each) => harnessOf(each, isolation)),
    probes: probes.map(({ id, title, group }) => ({ id, title, group })),
    cells: cellsOf(harnesses, probes),
    ...failed(harnesses),
  });
  // Written after each session, so that what was probed is there even if the rest is cut short.
  const keep = (): void => {
    if (out !== undefined) writeFileSync(join(out, MATRIX_FILE), `${JSON.stringify(matrix(), null, 2)}\n`);
  };
  let done = 0;
  const grid: Grid = {
    isolation,
    folder,
    repeats,
    probes,
    options,
    step: () => {
      done += 1;
      keep();
      options.onProgress?.({ what: 'sessions', done, total });
    },
  };
  try {
    for (const each of harnesses) await playHarness(each, grid);
  } finally {
    keep();
    if (out === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return matrix();
}
