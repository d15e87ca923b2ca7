import type { StoredRequest } from '../../run/keeping-backend.ts';
import type { CellReading, ProbeEvidence } from '../probe.ts';

/** Long enough to judge a cell by, short enough for a file that people compare. */
const LONGEST = 400;
const HEAD = 280;

/** Both ends of a long text; what is left out is counted. */
export function excerptOf(text: string): string {
  if (text.length <= LONGEST) return text;
  const tail = LONGEST - HEAD;
  return `${text.slice(0, HEAD)}…[${text.length - LONGEST} characters]…${text.slice(-tail)}`;
}

/** Names a place in the stored bodies: the request by its arrival, and the call whose result it shows. */
export function placeOf(request: StoredRequest, callId?: string): string {
  return `request ${request.arrival} (${request.role})${callId === undefined ? '' : `, result of ${callId}`}`;
}

/** The value for a probe whose run came to no result that the model was shown. */
export function nothingShown(evidence: ProbeEvidence): CellReading {
  const last = evidence.outcomes.at(-1);
  const said = evidence.observed.at(-1)?.error ?? evidence.observed.at(-1)?.finalText ?? '';
  const ended = last ? (last.signal ?? last.exitCode) : 'not started';
  const timedOut = last?.timedOut === true;
  return {
    value: timedOut ? 'no result: run over its time' : `no result: run ends, exit ${ended}`,
    detail: { mainRequests: evidence.requests.filter(({ role }) => role === 'main').length },
    excerpt: excerptOf(said),
    place: 'standard output of the harness',
  };
}

/** Reads a cell off the text that the model was shown for a key. */
export function fromResult(
  evidence: ProbeEvidence,
  key: string,
  read: (text: string, isError: boolean | undefined) => Pick<CellReading, 'value' | 'detail'>,
): CellReading {
  const shown = evidence.shown(key);
  if (!shown) return nothingShown(evidence);
  const { result, request } = shown;
  return {
    ...read(result.text, result.isError),
    excerpt: excerptOf(result.text),
    place: placeOf(request, result.callId),
  };
}
