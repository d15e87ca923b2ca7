import { blind, type Step } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { excerptOf, fromResult, nothingShown, placeOf } from '../reading/excerpt.ts';

const ran = (evidence: ProbeEvidence, name: string): boolean => 'text' in evidence.left(`ran-${name}`);

/** How often the model was asked while it had been shown no result at all. */
function askedWithoutResult(evidence: ProbeEvidence): number {
  return evidence.requests.filter(({ role, view }) => role === 'main' && view.results.length === 0).length;
}

function cutArguments(evidence: ProbeEvidence): CellReading {
  const shown = evidence.shown('broken');
  if (ran(evidence, 'broken')) {
    const base = shown
      ? { excerpt: shown.result.text, place: placeOf(shown.request, shown.result.callId) }
      : nothingShown(evidence);
    return { ...base, value: 'repaired and executed' };
  }
  if (shown) {
    return {
      value: 'error told',
      excerpt: excerptOf(shown.result.text),
      place: placeOf(shown.request, shown.result.callId),
    };
  }
  const asked = askedWithoutResult(evidence);
  if (asked > 1) {
    return {
      value: 'asked again, model not told',
      detail: { asked },
      excerpt: `${asked} requests without any result`,
      place: 'main requests of the run',
    };
  }
  return nothingShown(evidence);
}

/** Arguments whose JSON ends in the middle. It may end a run, so it has one of its own. */
export const CUT_ARGUMENTS_SESSION: ProbeSession = {
  id: 'cut-arguments',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'cutargs',
      [{ moves: [{ key: 'broken', move: { move: 'shell', command: 'sh mark.sh broken' }, spoil: 'cut' }] }],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  limitSeconds: 240,
  probes: [
    {
      id: 'cut-arguments',
      title: 'arguments cut off in the middle',
      group: 'malformed',
      keys: ['broken'],
      read: cutArguments,
    },
  ],
};

const STEPS: readonly Step[] = [
  { moves: [{ key: 'missing', move: { move: 'shell', command: 'sh mark.sh missing' }, spoil: 'empty' }] },
  { moves: [{ key: 'number', move: { move: 'shell', command: 'sh mark.sh number' }, spoil: 'number' }] },
  { moves: [{ key: 'unknown', move: { move: 'raw', call: { name: 'no_such_tool', args: { a: 1 } } } }] },
];

const REFUSED = /invalid|must|required|expected|missing|should|type|schema|undefined|parse/i;

/** An error that names what was wrong, or a command that ran all the same. */
function refusal(text: string): Pick<CellReading, 'value'> {
  if (/\b123\b.{0,40}not found|not found.{0,40}\b123\b|command not found/is.test(text))
    return { value: 'ran `123`' };
  return { value: REFUSED.test(text) ? 'error told' : 'other words' };
}

function unknownTool(text: string): Pick<CellReading, 'value'> {
  if (/did you mean|perhaps/i.test(text)) return { value: 'told, guesses names' };
  if (/available tools/i.test(text)) return { value: 'told, lists the tools' };
  return {
    value: /unknown|unsupported|not found|no such|unavailable|not available/i.test(text)
      ? 'told'
      : 'other words',
  };
}

export const MALFORMED_SESSION: ProbeSession = {
  id: 'malformed',
  prompts: [LAB_PROMPT],
  plan: alone(blind('malformed', STEPS, LAB_DONE)),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: [
    {
      id: 'missing-argument',
      title: 'required argument missing',
      group: 'malformed',
      keys: ['missing'],
      read: (evidence) => fromResult(evidence, 'missing', refusal),
    },
    {
      id: 'number-for-text',
      title: 'number where text is due',
      group: 'malformed',
      keys: ['number'],
      read: (evidence) => fromResult(evidence, 'number', refusal),
    },
    {
      id: 'unknown-tool',
      title: 'tool that does not exist',
      group: 'malformed',
      keys: ['unknown'],
      read: (evidence) => fromResult(evidence, 'unknown', unknownTool),
    },
  ],
};
