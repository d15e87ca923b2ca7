import { blind } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import type { CellReading, ProbeEvidence, ProbeSession } from '../probe.ts';
import { excerptOf, nothingShown, placeOf } from '../reading/excerpt.ts';

const FINISH_REASON = 'HOOK-REASON-4T1';
const REFUSAL = 'APPROVER-REASON-6D3';

/** Keeps the first turn open with a reason, and lets the second end. Reasons stand in files that the model never sees. */
const FINISH = `#!/bin/sh
cat > /dev/null
cd "$(dirname "$0")"
echo ran >> hook-ran
[ "$(wc -l < hook-ran)" -gt 1 ] && exit 0
echo "not yet: ${FINISH_REASON}" >&2
exit 2
`;

const REFUSE = `#!/bin/sh
cat > /dev/null
cd "$(dirname "$0")"
echo ran >> approver-ran
echo rejected
echo "refused: ${REFUSAL}" >&2
exit 2
`;

const ran = (evidence: ProbeEvidence, file: string): number => {
  const left = evidence.left(file);
  return 'text' in left ? left.text.trim().split('\n').length : 0;
};

function finish(evidence: ProbeEvidence): CellReading {
  const times = ran(evidence, 'hook-ran');
  const told = evidence.requests.find(
    ({ role, view }) => role === 'main' && JSON.stringify(view.body).includes(FINISH_REASON),
  );
  const detail = { ran: times };
  if (!told) {
    const last = evidence.requests.at(-1);
    return {
      value: times === 0 ? 'not run' : 'ran, and the model is not told',
      detail,
      excerpt: excerptOf(evidence.observed.at(-1)?.finalText ?? ''),
      place: last ? `no request holds its reason; the last is ${placeOf(last)}` : 'no request',
    };
  }
  const message = told.view.messages.findLast(({ text }) => text.includes(FINISH_REASON));
  return {
    value: `turn kept open, reason told as ${message?.role ?? 'a result'}`,
    detail,
    excerpt: excerptOf(message?.text ?? ''),
    place: placeOf(told),
  };
}

function refused(evidence: ProbeEvidence): CellReading {
  const shown = evidence.shown('echo');
  const served = evidence.served.length > 0;
  const detail = { ran: ran(evidence, 'approver-ran'), served: evidence.served.length };
  if (!shown) return { ...nothingShown(evidence), detail };
  const { result, request } = shown;
  const reason = result.text.includes(REFUSAL);
  return {
    value: served
      ? 'the call ran all the same'
      : reason
        ? 'refused, reason told'
        : 'refused, reason not told',
    detail,
    excerpt: excerptOf(result.text),
    place: placeOf(request, result.callId),
  };
}

/** Programs that a harness runs at fixed points: one that refuses a call of a tool server, one that refuses the end. */
export const HOOKS_SESSION: ProbeSession = {
  id: 'hooks',
  prompts: [LAB_PROMPT],
  plan: () => ({
    main: blind(
      'hooks',
      [{ moves: [{ key: 'echo', move: { move: 'callTool', server: 'lab', tool: 'echo', args: {} } }] }],
      LAB_DONE,
    ),
    children: [],
  }),
  workspace: LAB_FILES,
  programs: { 'finish.sh': FINISH, 'refuse.sh': REFUSE },
  settings: { approval: 'ask', approver: 'refuse.sh', finishHook: 'finish.sh' },
  toolServer: true,
  limitSeconds: 240,
  model: ({ modelWithServers }) => modelWithServers,
  probes: [
    {
      id: 'hook-refuses',
      title: 'a hook refuses a call of a tool server',
      group: 'governance',
      keys: ['echo'],
      read: refused,
    },
    {
      id: 'hook-finish',
      title: 'a hook refuses the end of the turn',
      group: 'governance',
      keys: [],
      read: finish,
    },
  ],
};
