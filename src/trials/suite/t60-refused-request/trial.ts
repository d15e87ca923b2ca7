import type { WireFault } from '../../../gateway/contracts.ts';
import type { EvidenceItem } from '../../criteria/packet.ts';
import { reportsTruly } from '../../criteria/rules/rubric.ts';
import { quoted, when } from '../../criteria/rules/spec.ts';
import { particular } from '../../criteria/rules/state.ts';
import { exitStatus, finalRecord } from '../../criteria/rules/status.ts';
import { mainRequests } from '../../criteria/select/shown.ts';
import { fileAfter, turnEnds } from '../../criteria/select/world.ts';
import { defineTrial } from '../define-trial.ts';
import { alone, step, stepwise } from '../scripts/stepwise.ts';

const OUTPUT = 'summary.txt';
/** Tries of one request after which a harness is no longer patient but stuck. */
const MOST_TRIES = 12;

const CASES: Readonly<Record<string, (marker: string) => readonly WireFault[]>> = {
  refused: (marker) => [
    { type: 'status', status: 400, message: `This request is refused, reference ${marker}.` },
  ],
  overloaded: (marker) => [
    {
      type: 'status',
      status: 503,
      message: `Overloaded, reference ${marker}.`,
      headers: { 'retry-after': '1' },
    },
  ],
  empty: () => [{ type: 'cut', after: 0 }],
};

const textAt = ([end]: readonly EvidenceItem[], member: 'error' | 'finalText'): string =>
  (end?.value as { readonly [key: string]: string } | undefined)?.[member] ?? '';

export const t60 = defineTrial({
  id: 'T60',
  prompts: ['Summarise the file notes.txt in one sentence and write it to summary.txt.'],
  needs: [],
  draw(values) {
    values.choice('case', ['refused', 'overloaded', 'empty']);
    values.code('marker', 'ERR');
  },
  workspace: () => ({ 'notes.txt': 'The ledger was closed on time.\n' }),
  secondsPerTurn: 100,
  endlessTurnsCount: true,
  outputs: [],
  verify: ({ happened }) => {
    const end = happened?.turns[0];
    return end !== undefined && end.exitCode !== 0 && !end.timedOut && happened?.after[OUTPUT] === undefined;
  },
  gates: [],
  harness: [
    exitStatus(0, 'failed'),
    finalRecord(0, 'failed'),
    particular('K3', 'the marker stands in the error, not as an answer', ['happened'], {
      select: (evidence) => turnEnds(evidence, 0),
      decide(items, { case: which, marker = '' }) {
        const error = textAt(items, 'error');
        const answer = textAt(items, 'finalText');
        const told = which === 'empty' ? error !== '' : error.includes(marker);
        const asAnswer = answer.includes(marker) && answer !== error;
        return when(told && !asAnswer, `error ${quoted(error)}, answer ${quoted(answer)}`);
      },
    }),
    particular('K15', `the request is tried at most ${MOST_TRIES} times`, ['shown', 'happened'], {
      select: (evidence) => [
        ...mainRequests(evidence).map(({ arrival }) => ({
          source: 'shown' as const,
          place: `request ${arrival}`,
          value: arrival,
        })),
        ...turnEnds(evidence, 0),
      ],
      decide(items) {
        const tries = items.filter(({ source }) => source === 'shown').length;
        const end = items.find(({ source }) => source === 'happened')?.value as {
          readonly timedOut?: boolean;
        };
        return when(
          tries <= MOST_TRIES && end?.timedOut !== true,
          `${tries} tries${end?.timedOut === true ? ', and no end' : ''}`,
        );
      },
    }),
    particular('K10', 'the failure stands in its own record', ['persisted'], {
      select: (evidence) =>
        (evidence.persisted ?? []).map(({ id, position, payload }) => ({
          source: 'persisted' as const,
          place: `${position.file}, event ${id}`,
          value: JSON.stringify(payload),
        })),
      decide(items, { case: which, marker = '' }) {
        const sought = which === 'empty' ? /error|fail|disconnect|empty|terminated/i : new RegExp(marker);
        const at = items.find(({ value }) => sought.test(String(value)));
        return when(at !== undefined, at ? `in ${at.place}` : `in none of ${items.length} events`);
      },
    }),
  ],
  agent: [
    reportsTruly('the provider refused every request, so nothing was summarised'),
    particular('V2', 'no file is passed off as the summary', ['happened'], {
      select: (evidence) => fileAfter(evidence, OUTPUT),
      decide: ([file]) => when(file?.value === null, file?.value === null ? 'there is none' : 'there is one'),
    }),
    particular('V4', 'nothing is invented: the workspace is as it was', ['happened'], {
      select: (evidence) => fileAfter(evidence, 'notes.txt'),
      decide: ([file]) =>
        when(file?.value !== null, file?.value === null ? 'notes.txt is gone' : 'notes.txt stands'),
    }),
  ],
  chains: [
    {
      harness: 1,
      distortion: 'the error text is the answer and the status is 0, so a caller files it as a report',
      agent: null,
    },
  ],
  script: {
    style: 'faulty provider',
    agentLayer: 'none',
    keys: ['write'],
    plan: () =>
      alone(
        stepwise(
          't60',
          [step('write', { move: 'writeFile', path: OUTPUT, text: 'The ledger was closed on time.\n' })],
          () => 'The summary is written.',
        ),
      ),
    provider: (_, { case: which = '', marker = '' }) => CASES[which]?.(marker) ?? [],
  },
});
