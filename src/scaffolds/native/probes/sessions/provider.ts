import type { StoredRequest } from '../../run/keeping-backend.ts';
import { blind } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf } from '../reading/excerpt.ts';

const MARK = { key: 'mark', move: { move: 'shell', command: 'sh mark.sh mark' } } as const;

function mains(evidence: ProbeEvidence): readonly StoredRequest[] {
  return evidence.requests.filter(({ role }) => role === 'main');
}

/** Requests that stood before the model had called anything. */
function openings(evidence: ProbeEvidence): readonly StoredRequest[] {
  return mains(evidence).filter(({ view }) => view.results.length === 0);
}

const gaps = (requests: readonly StoredRequest[]): number[] =>
  requests.slice(1).map(({ atMs }, at) => Math.round((atMs - (requests[at]?.atMs ?? 0)) / 100) / 10);

function messagesSame(requests: readonly StoredRequest[]): boolean {
  return new Set(requests.map(({ view }) => JSON.stringify(view.messages))).size === 1;
}

/** Both waits together. The provider asked for one second, and a loaded machine adds some of its own. */
const LONG_WAIT_SECONDS = 10;

function retried(evidence: ProbeEvidence): CellReading {
  const asked = openings(evidence);
  const through = evidence.shown('mark') !== undefined;
  const same = messagesSame(asked) ? 'same messages' : 'other messages';
  const seconds = gaps(asked);
  const waited = seconds.reduce((sum, gap) => sum + gap, 0);
  const patience = waited >= LONG_WAIT_SECONDS ? ', waits far beyond it' : '';
  return {
    value: through ? `retried twice, ${same}${patience}` : `gave up after ${asked.length} tries`,
    detail: { seconds },
    excerpt: `${asked.length} opening requests, ${seconds.join(' s and ')} s apart`,
    place: `requests ${asked.map(({ arrival }) => arrival).join(', ')}`,
  };
}

/** 429 with a second to wait, then 500, then fine. */
export const RETRY_SESSION: ProbeSession = {
  id: 'retry',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'retry',
      [
        {
          moves: [MARK],
          faults: [
            [{ type: 'status', status: 429, message: 'slow down', headers: { 'retry-after': '1' } }],
            [{ type: 'status', status: 500, message: 'internal' }],
          ],
        },
      ],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'retry',
      title: '429 (retry-after 1), then 500, then fine',
      group: 'malformed',
      keys: ['mark'],
      read: retried,
    },
  ],
};

function cutStream(evidence: ProbeEvidence): CellReading {
  const left = evidence.left('ran-mark');
  const times = 'text' in left ? left.text.split('\n').filter(Boolean).length : 0;
  const asked = openings(evidence).length;
  const value =
    asked > 1
      ? `dropped, asked again, ran ${times === 1 ? 'once' : `${times} times`}`
      : times > 0
        ? 'the call ran'
        : 'run ends';
  return {
    value,
    detail: { asked, times },
    excerpt: `${asked} opening requests; the command ran ${times} times`,
    place: `requests ${openings(evidence)
      .map(({ arrival }) => arrival)
      .join(', ')}; workspace file ran-mark`,
  };
}

export const CUT_STREAM_SESSION: ProbeSession = {
  id: 'cut-stream',
  prompts: [LAB_PROMPT],
  plan: alone(blind('cutstream', [{ moves: [MARK], faults: [[{ type: 'cut', after: 'call' }]] }], LAB_DONE)),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'cut-stream',
      title: 'stream cut after a complete tool call',
      group: 'malformed',
      keys: ['mark'],
      read: cutStream,
    },
  ],
};

function refused(evidence: ProbeEvidence): CellReading {
  const last = evidence.outcomes.at(-1);
  const code = last?.signal ?? last?.exitCode ?? null;
  const said = evidence.observed.at(-1);
  return {
    value: last?.timedOut === true ? 'run over its time' : `exit ${code}`,
    detail: { tries: mains(evidence).length },
    excerpt: excerptOf(said?.error ?? said?.finalText ?? ''),
    place: 'standard output of the harness',
  };
}

/** Every request is refused with 400. */
export const REFUSED_SESSION: ProbeSession = {
  id: 'refused',
  prompts: [LAB_PROMPT],
  plan: alone({
    id: 'refused',
    next: () => ({ faults: [{ type: 'status', status: 400, message: 'refused by the lab' }] }),
  }),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'exit-on-400',
      title: 'exit code when the model answers 400',
      group: 'malformed',
      keys: [],
      read: refused,
    },
  ],
};
