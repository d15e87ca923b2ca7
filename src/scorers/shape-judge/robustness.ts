import type { Findings } from './report.ts';
import type { RunLog } from './run-log.ts';

interface FaultWords {
  readonly status: string;
  /** One of these shows that something was tried again. */
  readonly retry: readonly string[];
  /** One of these, on top of both, earns the last three points. */
  readonly care: readonly string[];
}

const BY_MODE: ReadonlyMap<string, FaultWords> = new Map([
  [
    'rate_limit',
    { status: '429', retry: ['retry status', 'retrying', 'backoff'], care: ['exponential', 'backoff'] },
  ],
  ['server_error', { status: '500', retry: ['retry status', 'retrying'], care: ['max', 'limit'] }],
]);

const LONG_LOG = 5;
const SHORT_LOG = 3;
const FEW_CHARACTERS = 10;

function pointsForLength(log: RunLog): number {
  if (log.lines >= LONG_LOG) return 15;
  if (log.lines >= SHORT_LOG) return 12;
  return log.length() > FEW_CHARACTERS ? 8 : 0;
}

/** Fifteen points for words in the log (reference §5, robustness); for most fault modes for its length alone. */
export function robustnessPoints(faultMode: string, log: RunLog, findings: Findings): number {
  const words = BY_MODE.get(faultMode);
  if (!words) return pointsForLength(log);
  if (!log.hasAny(words.retry)) {
    findings.errors.push(`No evidence of ${words.status} handling in run.log`);
    return 0;
  }
  if (!log.has(words.status)) return 8;
  return log.hasAny(words.care) ? 15 : 12;
}
