import { test } from 'vitest';
import { ADVERSITY } from './requirements/adversity.ts';
import { ARCHETYPES } from './requirements/archetypes.ts';
import { ARCHIVE } from './requirements/archive.ts';
import { AUDIT } from './requirements/audit.ts';
import { BRIDGE } from './requirements/bridge.ts';
import { CLI } from './requirements/cli.ts';
import { COMPARE } from './requirements/compare.ts';
import { COMTRADE } from './requirements/comtrade.ts';
import { CORE } from './requirements/core.ts';
import { FALSIFY } from './requirements/falsify.ts';
import { GATEWAY } from './requirements/gateway.ts';
import { JUDGES } from './requirements/judges.ts';
import { MCP } from './requirements/mcp.ts';
import { MODELS } from './requirements/models.ts';
import { NATIVE_ADAPTERS } from './requirements/native-adapters.ts';
import { NATIVE_PROCESS } from './requirements/native-process.ts';
import { NATIVE_SCAFFOLD } from './requirements/native-scaffold.ts';
import { PROPOSE } from './requirements/propose.ts';
import { PUBLISHED } from './requirements/published.ts';
import { QUEUE } from './requirements/queue.ts';
import { REPAIRED } from './requirements/repaired.ts';
import { REPORT } from './requirements/report.ts';
import { RESTATED } from './requirements/restated.ts';
import { RESULTS } from './requirements/results.ts';
import { SCORERS } from './requirements/scorers.ts';
import { STATS } from './requirements/stats.ts';
import { STUDY } from './requirements/study.ts';
import { STUDY_DECLARED } from './requirements/study-declared.ts';
import { TAU_SLICE } from './requirements/tau-slice.ts';
import { TRACE } from './requirements/trace.ts';
import { TRIAL_SUITE } from './requirements/trial-suite.ts';
import { TRIALS } from './requirements/trials.ts';

export interface Requirement {
  /** A section of a paper, of the design, or of a specification. */
  readonly source: string;
  /** One sentence that a test can show to hold. */
  readonly says: string;
}

/** Everything that Measurand promises, by id. A test names what it verifies; an id without a test fails the suite. */
export const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  ...ADVERSITY,
  ...ARCHETYPES,
  ...ARCHIVE,
  ...AUDIT,
  ...BRIDGE,
  ...COMPARE,
  ...CORE,
  ...CLI,
  ...FALSIFY,
  ...GATEWAY,
  ...JUDGES,
  ...MCP,
  ...MODELS,
  ...NATIVE_PROCESS,
  ...NATIVE_ADAPTERS,
  ...NATIVE_SCAFFOLD,
  ...PUBLISHED,
  ...PROPOSE,
  ...QUEUE,
  ...REPAIRED,
  ...REPORT,
  ...RESTATED,
  ...RESULTS,
  ...SCORERS,
  ...STATS,
  ...STUDY,
  ...STUDY_DECLARED,
  ...TAU_SLICE,
  ...TRACE,
  ...TRIALS,
  ...TRIAL_SUITE,
  ...COMTRADE,
};

function sentence(id: string): string {
  const requirement = REQUIREMENTS[id];
  if (!requirement) throw new Error(`No requirement ${JSON.stringify(id)} in test/requirements/`);
  return `${id}: ${requirement.says}`;
}

/** A test that shows that a requirement holds. Throws on an unknown id. `milliseconds` is its limit, when it needs long. */
export function verifies(id: string, body: () => void | Promise<void>, milliseconds?: number): void {
  test(sentence(id), body, milliseconds);
}

/** A requirement that is known not to hold: turns red as soon as it does. */
export function knownDefect(id: string, note: string, body: () => void | Promise<void>): void {
  test.fails(`${sentence(id)} (known defect: ${note})`, body);
}
