import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import type { Intervention } from '../../../gateway/interventions/intervention.ts';
import {
  type ComparedRun,
  judgeIntervention,
  type ValidationByIntervention,
} from '../../attribution/counterfactual.ts';
import { conversation } from '../../criteria/select/shown.ts';
import type { TrialChain } from '../define-trial.ts';
import { type PlayedTrial, type PlayOptions, playTrial } from './play-trial.ts';

/** One call of both runs, with what the model was shown of its result in each. */
export interface AlignedResult {
  readonly call: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A counterfactual replay of one link, with the two traces side by side. */
export interface LinkReplay {
  readonly validation: ValidationByIntervention;
  readonly before: PlayedTrial;
  readonly after: PlayedTrial;
  readonly aligned: readonly AlignedResult[];
}

/** What a repair at the boundary does: it adds what the harness lost to the end of the result. */
function repairsOf(
  { trial, seed }: PlayOptions,
  chain: TrialChain,
  played: PlayedTrial,
): readonly Intervention[] {
  if (!chain.repair) {
    throw new MeasurandError('no-repair', 'declares no repair at the boundary', {
      record: chain.id,
      next: 'Replay a chain that does; see measurand trial list',
    });
  }
  const { key, restores } = chain.repair;
  const text = `\n${restores(trial.valuesFor(seed))}`;
  return (played.evidence.moves[key] ?? []).map((callId, index) => ({
    id: `${chain.id}.${index + 1}`,
    select: { kind: 'result', callId },
    action: { type: 'complete', text, at: 'end' },
  }));
}

const callsOf = ({ evidence }: PlayedTrial): readonly { readonly id: string; readonly name: string }[] =>
  conversation(evidence).flatMap(({ reply }) =>
    (reply.calls ?? []).map(({ id = '', name }) => ({ id, name })),
  );

function shownOf({ evidence }: PlayedTrial, id: string): string | null {
  const results = conversation(evidence).flatMap(({ view }) => view.results);
  return results.find(({ callId }) => callId === id)?.text ?? null;
}

/** The move of the script that a call was. */
const moveOf = ({ evidence }: PlayedTrial, id: string): string | undefined =>
  Object.entries(evidence.moves).find(([, ids]) => ids.includes(id))?.[0];

const compared = (played: PlayedTrial): ComparedRun => ({
  admitted: played.admission.admitted,
  verdicts: played.judged.map(({ verdict }) => verdict),
  calls: callsOf(played).map(({ id, name }) => {
    const move = moveOf(played, id);
    return { name, ...(move === undefined ? {} : { move }) };
  }),
});

function aligned(before: PlayedTrial, after: PlayedTrial): readonly AlignedResult[] {
  const calls = new Map([...callsOf(before), ...callsOf(after)].map(({ id, name }) => [id, name]));
  return [...calls].map(([call, name]) => ({
    call,
    name,
    before: shownOf(before, call),
    after: shownOf(after, call),
  }));
}

/**
 * Runs a trial as it is, then again with the distortion of one chain repaired on its way to the model, and judges the
 * link by the difference.
 *
 * @throws MeasurandError `no-repair`, and what `playTrial` throws
 */
export async function replayLink(options: PlayOptions, chain: TrialChain): Promise<LinkReplay> {
  const before = await playTrial({ ...options, folder: join(options.folder, 'as-it-is') });
  const interventions = repairsOf(options, chain, before);
  const after = await playTrial({ ...options, folder: join(options.folder, 'repaired'), interventions });
  const repaired = after.run.boundary.filter((record) => record.interventions.length > 0).length;
  return {
    validation: judgeIntervention(chain, compared(before), { ...compared(after), repaired }),
    before,
    after,
    aligned: aligned(before, after),
  };
}
