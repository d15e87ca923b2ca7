import { blind } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf, fromResult, nothingShown, placeOf } from '../reading/excerpt.ts';
import { killedShell, overLimit } from '../reading/process.ts';

/** A shell that kills itself: one harness waits for it until its own limit, so the session stands alone. */
export const KILLED_SHELL_SESSION: ProbeSession = {
  id: 'killed-shell',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'killed',
      [{ moves: [{ key: 'killed', move: { move: 'shell', command: 'kill -9 $$' } }] }],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'shell-killed',
      title: 'shell kills itself (SIGKILL)',
      group: 'output',
      keys: ['killed'],
      read: (evidence) => fromResult(evidence, 'killed', killedShell),
    },
  ],
};

export const LIMIT_SESSION: ProbeSession = {
  id: 'limit',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'limit',
      [{ moves: [{ key: 'limited', move: { move: 'shell', command: 'sh pause.sh 30', timeoutMs: 3000 } }] }],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'limit-3s',
      title: 'explicit limit of 3 s on a command of 30 s',
      group: 'output',
      keys: ['limited'],
      read: (evidence) => fromResult(evidence, 'limited', overLimit),
    },
  ],
};

/** Leaves a file when it begins and when it ends: five minutes outlast every limit that a harness sets by itself. */
const LONG_WAIT = 'date > began-wait\nsleep 300\ndate > ended-wait\necho "PAUSE-OVER"\n';

function afterWait(evidence: ProbeEvidence): CellReading {
  const began = 'text' in evidence.left('began-wait');
  const ended = 'text' in evidence.left('ended-wait');
  const first = evidence.shown('waited');
  const later = evidence.requests.find(
    ({ role, arrival, view }) =>
      role === 'main' &&
      first !== undefined &&
      arrival > first.request.arrival &&
      view.messages.at(-1)?.role === 'user',
  );
  const told = later?.view.messages.at(-1)?.text ?? '';
  return {
    value: !began
      ? 'never began'
      : !ended
        ? 'did not finish'
        : told === ''
          ? 'finished'
          : 'finished, and its end is told',
    excerpt: excerptOf(told || evidence.outcomes.at(-1)?.orphans.join('\n') || 'no process was left'),
    place: later ? placeOf(later) : 'the files that the command left, and the processes at the end',
  };
}

/** A command of five minutes without a limit, on its own: several harnesses wait for it to the end. */
export const NO_LIMIT_SESSION: ProbeSession = {
  id: 'no-limit',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'nolimit',
      [{ moves: [{ key: 'waited', move: { move: 'shell', command: 'sh wait.sh' } }] }],
      LAB_DONE,
    ),
  ),
  workspace: { ...LAB_FILES, 'wait.sh': LONG_WAIT },
  limitSeconds: 600,
  probes: [
    {
      id: 'no-limit',
      title: 'a command of 300 s without a limit',
      group: 'output',
      keys: ['waited'],
      read: (evidence) => fromResult(evidence, 'waited', overLimit),
    },
    {
      id: 'no-limit-end',
      title: '… and what became of the command',
      group: 'output',
      keys: ['waited'],
      read: afterWait,
    },
  ],
};

function clock(evidence: ProbeEvidence, file: string): bigint | undefined {
  const left = evidence.left(file);
  return 'text' in left && /^\d+\s*$/.test(left.text) ? BigInt(left.text.trim()) : undefined;
}

function together(evidence: ProbeEvidence): CellReading {
  const first = clock(evidence, 'ended-a');
  const second = clock(evidence, 'began-b');
  const shown = evidence.shown('second') ?? evidence.shown('first');
  if (!shown) return nothingShown(evidence);
  const refused = clock(evidence, 'began-a') === undefined;
  const order =
    first === undefined || second === undefined
      ? 'one did not run'
      : second < first
        ? 'at once'
        : 'one after the other';
  return {
    value: refused ? 'first refused' : order,
    excerpt: [evidence.shown('first')?.result.text, evidence.shown('second')?.result.text].join('\n'),
    place: placeOf(shown.request),
  };
}

function bound(evidence: ProbeEvidence): CellReading {
  const first = evidence.shown('first');
  const second = evidence.shown('second');
  if (!first || !second) return nothingShown(evidence);
  const right = first.result.text.includes('TIMED-a-MARK') && second.result.text.includes('TIMED-b-MARK');
  const order = second.request.view.results.map(({ callId }) => callId);
  const inOrder = order.indexOf(first.result.callId) < order.indexOf(second.result.callId);
  return {
    value: right ? (inOrder ? 'right, in call order' : 'right, in another order') : 'wrong',
    excerpt: `${first.result.callId}: ${first.result.text}\n${second.result.callId}: ${second.result.text}`,
    place: placeOf(second.request),
  };
}

/** Two calls in one turn, of which the first takes two seconds. */
export const PARALLEL_SESSION: ProbeSession = {
  id: 'parallel',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'parallel',
      [
        {
          moves: [
            { key: 'first', move: { move: 'shell', command: 'sh timed.sh a 2' } },
            { key: 'second', move: { move: 'shell', command: 'sh timed.sh b 0' } },
          ],
        },
      ],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 240,
  probes: [
    {
      id: 'parallel-calls',
      title: 'two calls in one turn; the first takes 2 s',
      group: 'output',
      keys: ['first', 'second'],
      read: together,
    },
    {
      id: 'parallel-binding',
      title: '… and are the results bound to the right ids',
      group: 'output',
      keys: ['first', 'second'],
      read: bound,
    },
  ],
};

function sameId(evidence: ProbeEvidence): CellReading {
  const ran = ['same1', 'same2'].filter((name) => 'text' in evidence.left(`ran-${name}`));
  const shown = evidence.shown('same2') ?? evidence.shown('same1');
  const results = ['same1', 'same2'].filter((key) => evidence.shown(key)).length;
  if (!shown) return { ...nothingShown(evidence), detail: { ran } };
  const which =
    ran.length === 2
      ? 'both ran'
      : ran.length === 0
        ? 'none ran'
        : ran[0] === 'same1'
          ? 'first ran'
          : 'second ran';
  return {
    value: `${which}, ${results === 1 ? 'one result' : `${results} results`}`,
    excerpt: shown.result.text,
    place: placeOf(shown.request, shown.result.callId),
  };
}

export const SAME_ID_SESSION: ProbeSession = {
  id: 'same-id',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'sameid',
      [
        {
          moves: [
            { key: 'same1', move: { move: 'shell', command: 'sh mark.sh same1' } },
            { key: 'same2', move: { move: 'shell', command: 'sh mark.sh same2' }, sameIdAs: 'same1' },
          ],
        },
      ],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 240,
  probes: [
    {
      id: 'same-id',
      title: 'two calls with the same id',
      group: 'output',
      keys: ['same1', 'same2'],
      read: sameId,
    },
  ],
};
