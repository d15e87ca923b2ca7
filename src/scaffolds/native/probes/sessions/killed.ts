import { blind, sessions } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf, nothingShown, placeOf } from '../reading/excerpt.ts';
import { afterKill } from '../reading/interruption.ts';
import { whenCommandRuns } from '../running-command.ts';

const SECOND_PROMPT = 'Go on with the scripted task, part two.';

/** It goes on for some seconds, while the harness is killed and its session is resumed. */
const SLOW = 'date +%s%N > began-slow\nsleep 8\ndate +%s%N > ended-slow\necho "SLOW-OVER"\n';

/** The first main request of the resumed turn. */
const resumed = ({ requests }: ProbeEvidence) =>
  requests.find(
    ({ role, view }) => role === 'main' && view.messages.some(({ text }) => text.includes(SECOND_PROMPT)),
  );

function told(evidence: ProbeEvidence): CellReading {
  const request = resumed(evidence);
  if (!request) {
    const { notResumed } = evidence;
    if (notResumed === undefined) return nothingShown(evidence);
    return { value: 'cannot be resumed', excerpt: notResumed, place: 'the adapter' };
  }
  const { view } = request;
  const calls = view.messages.flatMap((message) => message.calls);
  const shown = evidence.shown('slow');
  if (shown) {
    return {
      ...afterKill(shown.result.text),
      excerpt: excerptOf(shown.result.text),
      place: placeOf(shown.request, shown.result.callId),
    };
  }
  const last = view.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  return {
    value: calls.length === 0 ? 'the call is gone from the history' : 'the call stands without a result',
    excerpt: excerptOf(last.slice(-2).join('\n')),
    place: placeOf(request),
  };
}

function inTruth(evidence: ProbeEvidence): CellReading {
  const began = 'text' in evidence.left('began-slow');
  const ended = 'text' in evidence.left('ended-slow');
  const last = evidence.outcomes[0];
  if (began && !ended && evidence.notResumed !== undefined)
    return {
      value: 'not waited for',
      excerpt: excerptOf(last?.orphans.join('\n') || 'no process was left'),
      place: 'the processes after the kill; without a second turn the run ended with it',
    };
  return {
    value: ended ? 'went on and finished' : began ? 'did not finish' : 'never began',
    excerpt: excerptOf(last?.orphans.join('\n') || 'no process was left'),
    place: 'the files that the command left, and the processes after the kill',
  };
}

/**
 * SIGKILL to the group of the harness in the middle of a command, then the session is resumed. The second turn takes
 * longer than what is left of the command, so that one which goes on has the time to finish.
 */
export const KILLED_SESSION: ProbeSession = {
  id: 'killed',
  prompts: [LAB_PROMPT, SECOND_PROMPT],
  plan: alone(
    sessions('killed', [
      {
        prompt: LAB_PROMPT,
        script: blind(
          'killed1',
          [{ moves: [{ key: 'slow', move: { move: 'shell', command: 'sh slow.sh' } }] }],
          LAB_DONE,
        ),
      },
      {
        prompt: SECOND_PROMPT,
        script: blind(
          'killed2',
          [{ moves: [{ key: 'later', move: { move: 'shell', command: 'sh pause.sh 14' } }] }],
          LAB_DONE,
        ),
      },
    ]),
  ),
  workspace: { ...LAB_FILES, 'slow.sh': SLOW },
  limitSeconds: 240,
  signals: { 0: [{ signal: 'SIGKILL', target: 'group', when: whenCommandRuns(/sleep 8/) }] },
  probes: [
    {
      id: 'resume-after-kill',
      title: 'SIGKILL in a command, then resumed: what the model is told',
      group: 'life-cycle',
      keys: ['slow'],
      read: told,
    },
    {
      id: 'resume-kill-truth',
      title: '… and what became of the command',
      group: 'life-cycle',
      keys: ['slow'],
      read: inTruth,
    },
  ],
};
