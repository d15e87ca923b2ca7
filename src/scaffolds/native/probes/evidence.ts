import type { HarnessRunResult } from '../run/harness-run.ts';
import type { ScriptedBackend } from '../scripts/backend.ts';
import { leftFiles } from './left-files.ts';
import type { ProbeEvidence, ServedCall } from './probe.ts';

/** Puts together what probes may look at, from a run that has ended and whose folder is still there. */
export function evidenceOf(
  run: HarnessRunResult,
  backend: ScriptedBackend,
  served: readonly ServedCall[],
): ProbeEvidence {
  const firsts = new Map<string, ReturnType<ProbeEvidence['shown']>>();
  for (const request of run.requests) {
    for (const [key, result] of backend.resultsIn(request.view)) {
      if (!firsts.has(key)) firsts.set(key, { result, request });
    }
  }
  return {
    requests: run.requests,
    shown: (key) => firsts.get(key),
    outcomes: run.outcomes,
    observed: run.observed,
    untried: backend.untried,
    left: leftFiles(run.files.folder, run.files.root),
    served,
    ...(run.notResumed === undefined ? {} : { notResumed: run.notResumed }),
  };
}
