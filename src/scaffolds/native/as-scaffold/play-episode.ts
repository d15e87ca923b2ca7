import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Cell, Environment, Outcome, Recorder } from '../../../core/contracts/index.ts';
import { serveOverStdio } from '../../../tasks/mcp/stdio.ts';
import type { HarnessAdapter, Isolation } from '../contracts.ts';
import type { FoundHarness } from '../install/find.ts';
import { type HarnessRunResult, runHarness } from '../run/harness-run.ts';
import { TASK_SERVER } from './dialect.ts';
import { endingOf } from './ending.ts';
import { evidenceOf } from './evidence.ts';
import { MeasuredCourse } from './measured-course.ts';
import { ModelBackend } from './model-backend.ts';
import { SUMMARY_PART, summaryOf, summaryText } from './run-summary.ts';
import { windowOf } from './window.ts';

/** A harness that is installed, with the means to keep it apart. */
export interface ReadyHarness {
  readonly adapter: HarnessAdapter;
  readonly found: Pick<FoundHarness, 'command' | 'programs' | 'version'>;
  readonly isolation: Isolation;
}

export interface PlayOptions {
  readonly ownTools: boolean;
  /** Longest time of one user turn, in milliseconds. */
  readonly turnMs: number;
}

/** Serves the tools of an episode on a connection, until it closes or the episode is over. */
function serveOn(environment: Environment, signal: AbortSignal, problem: (error: Error) => void) {
  return (connection: Duplex): void => {
    connection.on('error', problem);
    serveOverStdio(environment, { input: connection, output: connection, signal, onProblem: problem }).catch(
      problem,
    );
  };
}

const EMPTY_TURN = 'Begin.';

/**
 * Runs one episode under a native harness: the task's tools over a tool server of its own, the model behind the gateway.
 *
 * @throws what the model failed with, what `runHarness` throws, the reason of the cell's signal
 */
export async function playEpisode(
  { adapter, found, isolation }: ReadyHarness,
  cell: Cell,
  recorder: Recorder,
  { ownTools, turnMs }: PlayOptions,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-episode-'));
  const wireId = (id: string): string => adapter.wireId?.(id) ?? id;
  const course = new MeasuredCourse(cell.environment, recorder, wireId);
  const over = new AbortController();
  let backend: ModelBackend | undefined;
  try {
    const [first = EMPTY_TURN, ...later] = cell.environment.turns.map(({ text }) => text);
    const problem = ({ message }: Error): void => {
      recorder.record({ type: 'note', owner: 'scaffold', text: `At the tool server: ${message}` });
    };
    const run: HarnessRunResult = await runHarness({
      harness: { adapter, command: found.command as readonly [string, ...string[]], version: found.version },
      programs: found.programs,
      isolation,
      folder,
      prompts: [first, ...later],
      workspace: {},
      servers: { [TASK_SERVER]: serveOn(course.environment, over.signal, problem) },
      model: adapter.modelWithServers ?? adapter.model,
      backend: ({ workspace }) => {
        backend = new ModelBackend({ adapter, cell, recorder, course, ownTools, workspace });
        return backend;
      },
      interventions: windowOf(cell.limits),
      turnMs,
      signal: cell.signal,
    });
    cell.signal.throwIfAborted();
    const model = backend as ModelBackend;
    if (model.failure) throw model.failure;
    const submission = cell.environment.submission();
    const outcome = endingOf(run, model, submission);
    course.ends(submission, model.stopped || submission !== undefined);
    const summary = summaryOf(run, { harness: adapter.id, version: found.version, isolation });
    return {
      ...outcome,
      evidence: { [SUMMARY_PART]: summaryText(summary), ...evidenceOf(folder, adapter) },
    };
  } finally {
    over.abort();
    rmSync(folder, { recursive: true, force: true });
  }
}
