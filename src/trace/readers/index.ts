import { gatewayLog } from './boundary/gateway.ts';
import { sampleBoundary } from './boundary/sample.ts';
import { claudeSession } from './claude/session.ts';
import { streamJson } from './claude/stream.ts';
import { codexExec } from './codex/exec.ts';
import { codexRollout } from './codex/rollout.ts';
import { dshSession } from './dsh/session.ts';
import { atifTrajectory } from './exchange/atif.ts';
import { otelSpans } from './exchange/otel.ts';
import { geminiSession } from './gemini/session.ts';
import { geminiStream } from './gemini/stream.ts';
import { inspectLog } from './inspect/log.ts';
import { openclawDatabase } from './openclaw/database.ts';
import { openclawResult } from './openclaw/result.ts';
import { opencodeDatabase } from './opencode/database.ts';
import { opencodeStream } from './opencode/stream.ts';
import { piSession } from './pi/session.ts';
import { piStream } from './pi/stream.ts';
import { qwenSession } from './qwen/session.ts';
import type { TraceReader } from './reader.ts';
import { referenceSession } from './reference/session.ts';
import { printedText } from './text.ts';

/** Every form that is read, in the order in which equal claims are settled. */
export const TRACE_READERS: readonly TraceReader[] = [
  gatewayLog,
  sampleBoundary,
  claudeSession,
  streamJson,
  codexRollout,
  codexExec,
  dshSession,
  openclawDatabase,
  openclawResult,
  opencodeDatabase,
  opencodeStream,
  piSession,
  piStream,
  qwenSession,
  geminiSession,
  geminiStream,
  referenceSession,
  atifTrajectory,
  otelSpans,
  inspectLog,
  printedText,
];
