import type { StoredRequest } from '../../run/keeping-backend.ts';
import { blind, sessions } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf, nothingShown, placeOf } from '../reading/excerpt.ts';
import { whenCommandRuns } from '../running-command.ts';

const SECOND_PROMPT = 'Go on with the scripted task, part two.';
const AGAIN = { key: 'again', move: { move: 'shell', command: 'sh mark.sh again' } } as const;
const FIRST = { key: 'first', move: { move: 'shell', command: 'sh mark.sh first' } } as const;

/** The last request of the first turn and the first of the second. */
function acrossResume(evidence: ProbeEvidence): readonly [StoredRequest, StoredRequest] | undefined {
  const mains = evidence.requests.filter(({ role }) => role === 'main');
  const at = mains.findIndex(({ view }) => view.messages.some(({ text }) => text.includes(SECOND_PROMPT)));
  const before = mains[at - 1];
  const after = mains[at];
  return before && after ? [before, after] : undefined;
}

/** Messages less what marks them for a cache, which moves along with the conversation. */
const plain = (request: StoredRequest): string[] =>
  request.view.messages.map(({ role, text, calls, results }) =>
    JSON.stringify({ role, text, calls, results }),
  );

function history(evidence: ProbeEvidence): CellReading {
  const pair = acrossResume(evidence);
  if (!pair) return nothingShown(evidence);
  const [before, after] = pair;
  const old = plain(before);
  const fresh = plain(after);
  const at = old.findIndex((message, index) => fresh[index] !== message);
  return {
    value: at < 0 ? 'the same' : 'changed',
    detail: { messagesBefore: old.length, messagesAfter: fresh.length, firstDifference: at },
    excerpt: excerptOf(at < 0 ? (fresh.at(-1) ?? '') : `${old[at]}\n→ ${fresh[at] ?? '(gone)'}`),
    place: `${placeOf(before)} beside ${placeOf(after)}`,
  };
}

function tools(evidence: ProbeEvidence): CellReading {
  const pair = acrossResume(evidence);
  if (!pair) return nothingShown(evidence);
  const [before, after] = pair;
  const same = JSON.stringify(before.view.tools) === JSON.stringify(after.view.tools);
  const system = before.view.system === after.view.system;
  return {
    value: same && system ? 'the same' : same ? 'system changed' : 'tools changed',
    excerpt: excerptOf(after.view.tools.map(({ name }) => name).join(', ')),
    place: `${placeOf(before)} beside ${placeOf(after)}`,
  };
}

export const RESUME_SESSION: ProbeSession = {
  id: 'resume',
  prompts: [LAB_PROMPT, SECOND_PROMPT],
  plan: alone(
    sessions('resume', [
      { prompt: LAB_PROMPT, script: blind('resume1', [{ moves: [FIRST] }], LAB_DONE) },
      { prompt: SECOND_PROMPT, script: blind('resume2', [{ moves: [AGAIN] }], LAB_DONE) },
    ]),
  ),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'resume-history',
      title: 'resumed session: earlier messages',
      group: 'life-cycle',
      keys: ['first'],
      read: history,
    },
    {
      id: 'resume-tools',
      title: '… tools and system text',
      group: 'life-cycle',
      keys: ['first'],
      read: tools,
    },
  ],
};

/** A file of the workspace as a moment: it is there once the command runs. */
const SLOW = 'date +%s%N > began-slow; sleep 20; date +%s%N > ended-slow\n';

function stopped(evidence: ProbeEvidence): CellReading {
  const last = evidence.outcomes.at(-1);
  const code = last?.signal ?? last?.exitCode ?? null;
  return {
    value: typeof code === 'string' ? `dies of ${code}` : `exit ${code}`,
    detail: { orphans: last?.orphans.length ?? 0, ended: 'text' in evidence.left('ended-slow') },
    excerpt: excerptOf(last?.orphans.join('\n') || 'no process was left'),
    place: 'how the program ended, and the processes after it',
  };
}

/** The supervisor's polite signal in the middle of a command. */
export const STOP_SESSION: ProbeSession = {
  id: 'stop',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind('stop', [{ moves: [{ key: 'slow', move: { move: 'shell', command: 'sh slow.sh' } }] }], LAB_DONE),
  ),
  workspace: { ...LAB_FILES, 'slow.sh': SLOW },
  limitSeconds: 240,
  signals: {
    0: [
      {
        signal: 'SIGTERM',
        target: 'process',
        when: whenCommandRuns(/sleep 20/),
      },
    ],
  },
  probes: [
    {
      id: 'exit-on-sigterm',
      title: 'exit code on SIGTERM in a command',
      group: 'life-cycle',
      keys: ['slow'],
      read: stopped,
    },
  ],
};

function afterAnswer(evidence: ProbeEvidence): CellReading {
  const last = evidence.outcomes.at(-1);
  const ended = 'text' in evidence.left('ended-slow');
  const orphaned = last?.orphans.some((command) => /sleep 20|slow\.sh/.test(command)) ?? false;
  const mains = evidence.requests.filter(({ role }) => role === 'main');
  const shown = evidence.shown('back');
  return {
    value: ended ? 'waits for it' : orphaned ? 'left running as an orphan' : 'killed at exit',
    detail: { mainRequests: mains.length },
    excerpt: shown ? excerptOf(shown.result.text) : '',
    place: shown ? placeOf(shown.request, shown.result.callId) : 'no request shows its result',
  };
}

export const BACKGROUND_SESSION: ProbeSession = {
  id: 'background',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'background',
      [{ moves: [{ key: 'back', move: { move: 'background', command: 'sh slow.sh' } }] }],
      LAB_DONE,
    ),
  ),
  workspace: { ...LAB_FILES, 'slow.sh': SLOW },
  limitSeconds: 240,
  probes: [
    {
      id: 'background-end',
      title: 'background command, then the final answer',
      group: 'life-cycle',
      keys: ['back'],
      read: afterAnswer,
    },
  ],
};

const CHILD = 'CHILD-BRIEF-3F6';
const ANSWER = 'CHILD-ANSWER-8K1';

function childAnswer(evidence: ProbeEvidence): CellReading {
  const children = evidence.requests.filter(({ role }) => role === 'child');
  const holds = ({ role, view }: StoredRequest): boolean =>
    role === 'main' && JSON.stringify(view.body).includes(ANSWER);
  const told = evidence.requests.find(holds);
  const inResult = evidence.shown('child')?.result.text.includes(ANSWER) ?? false;
  if (!told) {
    const reading = nothingShown(evidence);
    const shown = evidence.shown('child');
    return {
      value: children.length === 0 ? 'no child asked' : 'child ran, its answer lost',
      excerpt: shown ? excerptOf(shown.result.text) : reading.excerpt,
      place: shown ? placeOf(shown.request, shown.result.callId) : reading.place,
    };
  }
  return {
    value: inResult ? 'answer in the result' : 'answer arrives later',
    detail: { childRequests: children.length },
    excerpt: excerptOf(evidence.shown('child')?.result.text ?? ''),
    place: placeOf(told),
  };
}

export const DELEGATE_SESSION: ProbeSession = {
  id: 'delegate',
  prompts: [LAB_PROMPT],
  plan: () => ({
    main: blind(
      'delegate',
      [{ moves: [{ key: 'child', move: { move: 'delegate', brief: `${CHILD} say it`, title: 'child' } }] }],
      LAB_DONE,
    ),
    children: [{ token: CHILD, script: blind('child', [], ANSWER) }],
  }),
  workspace: LAB_FILES,
  limitSeconds: 240,
  // A model that Codex does not know: to those it knows it does not declare the tools of agents.
  model: ({ id }) => (id === 'codex' ? 'scripted-model' : undefined),
  probes: [
    {
      id: 'delegate-answer',
      title: "a child agent's answer, when nobody waits for it",
      group: 'life-cycle',
      keys: ['child'],
      read: childAnswer,
    },
  ],
};
