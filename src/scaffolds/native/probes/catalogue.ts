import type { Probe, ProbeSession } from './probe.ts';
import { COMPACTION_SESSION } from './sessions/compaction.ts';
import { ASK_SESSION, DENY_SESSION } from './sessions/governance.ts';
import { HOOKS_SESSION } from './sessions/hooks.ts';
import { KILLED_SESSION } from './sessions/killed.ts';
import { BACKGROUND_SESSION, DELEGATE_SESSION, RESUME_SESSION, STOP_SESSION } from './sessions/life-cycle.ts';
import { CUT_ARGUMENTS_SESSION, MALFORMED_SESSION } from './sessions/malformed.ts';
import { OUTPUT_SESSION } from './sessions/output.ts';
import {
  KILLED_SHELL_SESSION,
  LIMIT_SESSION,
  NO_LIMIT_SESSION,
  PARALLEL_SESSION,
  SAME_ID_SESSION,
} from './sessions/processes.ts';
import { CUT_STREAM_SESSION, REFUSED_SESSION, RETRY_SESSION } from './sessions/provider.ts';
import { TOOL_SERVER_SESSION } from './sessions/tool-server.ts';

/** Every scripted session, in the order of the matrix. */
export const PROBE_SESSIONS: readonly ProbeSession[] = [
  OUTPUT_SESSION,
  KILLED_SHELL_SESSION,
  LIMIT_SESSION,
  NO_LIMIT_SESSION,
  PARALLEL_SESSION,
  SAME_ID_SESSION,
  CUT_ARGUMENTS_SESSION,
  MALFORMED_SESSION,
  RETRY_SESSION,
  CUT_STREAM_SESSION,
  REFUSED_SESSION,
  TOOL_SERVER_SESSION,
  DENY_SESSION,
  ASK_SESSION,
  HOOKS_SESSION,
  RESUME_SESSION,
  STOP_SESSION,
  BACKGROUND_SESSION,
  DELEGATE_SESSION,
  KILLED_SESSION,
  COMPACTION_SESSION,
];

/** Every probe, in the order of the matrix. */
export const PROBES: readonly Probe[] = PROBE_SESSIONS.flatMap(({ probes }) => probes);
