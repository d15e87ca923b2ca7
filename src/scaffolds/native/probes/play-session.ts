import { MeasurandError } from '../../../core/errors.ts';
import type { InstalledHarness, Isolation } from '../contracts.ts';
import { runHarness } from '../run/harness-run.ts';
import { ScriptedBackend } from '../scripts/backend.ts';
import { evidenceOf } from './evidence.ts';
import { firstRequestDigest } from './first-request.ts';
import { serveLab } from './lab-server.ts';
import type { CellReading, Probe, ProbeEvidence, ProbeSession, ServedCall } from './probe.ts';

export interface PlaySession {
  readonly harness: InstalledHarness;
  readonly programs: readonly string[];
  readonly isolation: Isolation;
  /** Folder of this run; it must be new. */
  readonly folder: string;
  readonly session: ProbeSession;
  readonly signal?: AbortSignal;
}

/** What a probe of the session came to. */
export type ProbeResult = { readonly probe: string } & (
  | { readonly reading: CellReading }
  | { readonly notProbed: string }
);

export interface PlayedSession {
  readonly results: readonly ProbeResult[];
  /** Of the first main request, ids mapped away; absent when there was none. */
  readonly firstRequest?: string;
}

function resultOf(probe: Probe, evidence: ProbeEvidence): ProbeResult {
  const untried = evidence.untried.find(({ key }) => probe.keys.includes(key));
  if (untried) return { probe: probe.id, notProbed: untried.reason };
  return { probe: probe.id, reading: probe.read(evidence) };
}

/**
 * Runs one scripted session on one harness and reads its probes.
 *
 * @throws MeasurandError of the run; `probe-apparatus` when the gateway met what makes the evidence worthless
 */
export async function playSession(options: PlaySession): Promise<PlayedSession> {
  const { harness, session } = options;
  const { adapter } = harness;
  const served: ServedCall[] = [];
  const scripted: ScriptedBackend[] = [];
  const model = session.model?.(adapter);
  const plan = session.plan(adapter);
  const run = await runHarness({
    harness,
    programs: options.programs,
    isolation: options.isolation,
    folder: options.folder,
    prompts: session.prompts,
    briefs: plan.children.map(({ token }) => token),
    workspace: session.workspace,
    programFiles: ({ workspace }) =>
      Object.entries(session.programs ?? {}).map(([path, text]) => ({
        path: `${workspace}/${path}`,
        text,
        executable: true,
      })),
    settings: session.settings ?? {},
    ...(model === undefined ? {} : { model }),
    servers: session.toolServer
      ? { lab: (connection) => serveLab(connection, (call) => served.push(call)) }
      : {},
    backend: ({ workspace }) => {
      const backend = new ScriptedBackend({ adapter, plan, workspace });
      scripted.push(backend);
      return backend;
    },
    turnMs: session.limitSeconds * 1000,
    ...(session.signals ? { signals: session.signals } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const [backend] = scripted;
  if (run.failure || !backend) {
    throw new MeasurandError(
      'probe-apparatus',
      `${adapter.id}, ${session.id}: ${run.failure?.message ?? ''}`,
      {
        kind: 'apparatus',
        file: options.folder,
        next: 'Look at its boundary log for the request that was not understood',
        cause: run.failure,
      },
    );
  }
  const evidence = evidenceOf(run, backend, served);
  const first = run.requests.find(({ role }) => role === 'main');
  return {
    results: session.probes.map((probe) => resultOf(probe, evidence)),
    ...(first ? { firstRequest: firstRequestDigest(first.view.body) } : {}),
  };
}
