import type { HarnessAdapter } from '../../contracts.ts';
import type { StoredRequest } from '../../run/keeping-backend.ts';
import { SUMMARY } from '../../scripts/backend.ts';
import type { ScriptPlan } from '../../scripts/script.ts';
import { blind } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import type { CellReading, ProbeEvidence, ProbeSession } from '../probe.ts';
import { excerptOf, placeOf } from '../reading/excerpt.ts';

const WINDOW = 200_000;

/** Tokens that a conversation is said to hold: nearly all of the window. */
const almostAll = ({ window = WINDOW }: HarnessAdapter): number => Math.round(window * 0.985);

/** A call whose answer is said to have filled the window, then another; what comes after a summary is the end. */
function plan(adapter: HarnessAdapter): ScriptPlan {
  const usage = { input: almostAll(adapter), output: 10 };
  const steps = blind(
    'compaction',
    [
      { moves: [{ key: 'full', move: { move: 'shell', command: 'sh mark.sh full' } }], usage },
      { moves: [{ key: 'after', move: { move: 'shell', command: 'sh mark.sh after' } }] },
    ],
    LAB_DONE,
  );
  return {
    main: {
      id: 'compaction',
      next: (conversation) =>
        holdsSummary(conversation.view.body) ? { text: LAB_DONE } : steps.next(conversation),
    },
    children: [],
  };
}

const holdsSummary = (body: unknown): boolean => JSON.stringify(body).includes(SUMMARY);

const compactions = ({ requests }: ProbeEvidence): readonly StoredRequest[] =>
  requests.filter(({ role }) => role === 'compaction');

function moment(evidence: ProbeEvidence): CellReading {
  const [asked] = compactions(evidence);
  const mains = evidence.requests.filter(({ role }) => role === 'main');
  const last = mains.at(-1);
  const detail = {
    mainRequests: mains.length,
    compactions: compactions(evidence).length,
    exitCode: evidence.outcomes.at(-1)?.exitCode ?? null,
  };
  if (!asked) {
    return {
      value: 'none',
      detail,
      excerpt: excerptOf(last?.view.messages.at(-1)?.text ?? ''),
      place: last ? placeOf(last) : 'no request',
    };
  }
  const during = last !== undefined && last.arrival > asked.arrival;
  const failed = evidence.outcomes.at(-1)?.exitCode !== 0;
  const gaveUp = evidence.observed.at(-1)?.error ?? '';
  return {
    value: failed
      ? 'asked for, and the run fails'
      : during
        ? 'in the middle of the turn'
        : 'after the last answer',
    detail,
    excerpt: excerptOf(failed ? gaveUp : (asked.view.messages.at(-1)?.text ?? '')),
    place: failed ? 'what the harness says went wrong' : placeOf(asked),
  };
}

/** What of the conversation so far the model sees once it was compacted. */
function leftOver(evidence: ProbeEvidence): CellReading {
  const [asked] = compactions(evidence);
  const next = evidence.requests.find(
    ({ role, arrival }) => role === 'main' && asked !== undefined && arrival > asked.arrival,
  );
  if (!next) return { value: 'no request after it', excerpt: '', place: 'no request' };
  const said = JSON.stringify(next.view.messages);
  const kept = [
    said.includes(SUMMARY) ? 'summary' : '',
    said.includes(LAB_PROMPT) ? 'prompt' : '',
    next.view.results.length > 0 ? 'last result' : '',
  ].filter(Boolean);
  return {
    value: kept.length === 0 ? 'none of it' : kept.join(', '),
    excerpt: excerptOf(next.view.messages.at(-1)?.text ?? ''),
    place: placeOf(next),
  };
}

/** The provider says that the conversation nearly fills the window. */
export const COMPACTION_SESSION: ProbeSession = {
  id: 'compaction',
  prompts: [LAB_PROMPT],
  plan,
  workspace: LAB_FILES,
  settings: { compactAt: 100_000 },
  limitSeconds: 240,
  probes: [
    {
      id: 'compaction',
      title: 'compaction when the provider reports a nearly full window',
      group: 'life-cycle',
      keys: ['full'],
      read: moment,
    },
    {
      id: 'compaction-left',
      title: '… and what is left of the conversation then',
      group: 'life-cycle',
      keys: ['full'],
      read: leftOver,
    },
  ],
};
