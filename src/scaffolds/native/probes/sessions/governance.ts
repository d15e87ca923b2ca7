import { blind, type Step } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf, nothingShown, placeOf } from '../reading/excerpt.ts';

/** A file that may not be written, and one that may not be removed. */
const KEPT = 'kept.txt';
const DOOMED = ['doomed-1.txt', 'doomed-2.txt'] as const;
const BEFORE = 'as it was\n';

const STEPS: readonly Step[] = [
  { moves: [{ key: 'denyfile', move: { move: 'writeFile', path: KEPT, text: 'by file tool\n' } }] },
  { moves: [{ key: 'denyredirect', move: { move: 'shell', command: `echo "by redirect" > ${KEPT}` } }] },
  { moves: [{ key: 'denyrm', move: { move: 'shell', command: `rm ${DOOMED[0]}` } }] },
  { moves: [{ key: 'denywrapped', move: { move: 'shell', command: `bash -c "rm ${DOOMED[1]}"` } }] },
];

/** Whether the deed was done, by the disk; and what the model was told of it. */
function deed(evidence: ProbeEvidence, key: string, done: boolean, verb: string): CellReading {
  const shown = evidence.shown(key);
  if (!shown)
    return { ...nothingShown(evidence), value: done ? `${verb}, nothing shown` : 'blocked, nothing shown' };
  return {
    value: done ? verb : 'blocked, told',
    excerpt: excerptOf(shown.result.text),
    place: `${placeOf(shown.request, shown.result.callId)}; the file after the run`,
  };
}

/** The redirect comes after the file tool, so its words are the ones that stay. */
function written(evidence: ProbeEvidence, key: string, words: string): CellReading {
  const left = evidence.left(KEPT);
  const shown = evidence.shown(key);
  const told =
    shown !== undefined &&
    !/denied|blocked|not allowed|permission|read-only|not found|rejected|refus|prevent/i.test(
      shown.result.text,
    );
  const done =
    'text' in left && (left.text.includes(words) || (key === 'denyfile' && left.text !== BEFORE && told));
  return deed(evidence, key, done, 'written');
}

const removed = (evidence: ProbeEvidence, key: string, file: string): CellReading =>
  deed(evidence, key, 'missing' in evidence.left(file), 'ran');

/** Rules that deny a path to the file tools and a command to the shell, and what gets past them. */
export const DENY_SESSION: ProbeSession = {
  id: 'deny',
  prompts: [LAB_PROMPT],
  plan: alone(blind('deny', STEPS, LAB_DONE)),
  workspace: { ...LAB_FILES, [KEPT]: BEFORE, [DOOMED[0]]: BEFORE, [DOOMED[1]]: BEFORE },
  settings: { denyWrite: [KEPT], denyCommand: ['rm'], sandbox: 'read-only' },
  limitSeconds: 300,
  probes: [
    {
      id: 'deny-file',
      title: 'file tool on a denied path',
      group: 'governance',
      keys: ['denyfile'],
      read: (evidence) => written(evidence, 'denyfile', 'by file tool'),
    },
    {
      id: 'deny-redirect',
      title: 'shell redirect to the same path',
      group: 'governance',
      keys: ['denyredirect'],
      read: (evidence) => written(evidence, 'denyredirect', 'by redirect'),
    },
    {
      id: 'deny-command',
      title: 'a denied command',
      group: 'governance',
      keys: ['denyrm'],
      read: (evidence) => removed(evidence, 'denyrm', DOOMED[0]),
    },
    {
      id: 'deny-command-wrapped',
      title: '… the same inside bash -c',
      group: 'governance',
      keys: ['denywrapped'],
      read: (evidence) => removed(evidence, 'denywrapped', DOOMED[1]),
    },
  ],
};

function asked(evidence: ProbeEvidence): CellReading {
  const ran = 'text' in evidence.left('ran-asked');
  const shown = evidence.shown('asked');
  if (shown) {
    return {
      value: ran ? 'ran' : 'denied, told',
      excerpt: excerptOf(shown.result.text),
      place: placeOf(shown.request, shown.result.callId),
    };
  }
  const reading = nothingShown(evidence);
  return { ...reading, value: ran ? 'ran, nothing shown' : `rejected, ${reading.value}` };
}

/** A mode in which the harness would ask a person, and nobody is there. */
export const ASK_SESSION: ProbeSession = {
  id: 'ask',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'ask',
      [{ moves: [{ key: 'asked', move: { move: 'shell', command: 'sh mark.sh asked' } }] }],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  settings: { approval: 'ask' },
  limitSeconds: 300,
  probes: [
    {
      id: 'ask-nobody',
      title: 'ask mode, nobody to answer',
      group: 'governance',
      keys: ['asked'],
      read: asked,
    },
  ],
};
