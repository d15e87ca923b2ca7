import { type Attribution, type AttributionInput, attribute } from '../../trials/attribution/label.ts';
import { sheetScores } from '../../trials/criteria/sheet-scores.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import type { KeptRun } from './kept-run.ts';

/** One run with its label, the links that it activates, and the defects that its evidence confirms. */
interface AttributedKeptRun {
  readonly input: AttributionInput;
  readonly attribution: Attribution;
  readonly confirmed: readonly string[];
}

/** Whether both sheets are final: nobody was asked about the rubrics, or all of them came to a verdict. */
const isFinal = ({ leftOut, verdicts }: KeptRun): boolean =>
  leftOut.length === 0 || verdicts.every(({ by }) => by === 'rule');

/**
 * Attributes a run by the chains of its trial. A zero for missing evidence is a zero and confirms no defect, so no chain
 * starts at it.
 */
export function attributeKept(trial: Trial, kept: KeptRun): AttributedKeptRun {
  const { harness, agent } = sheetScores(trial.lines, kept.verdicts as never);
  const missing = new Set(
    kept.verdicts.filter((verdict) => verdict.missing).map(({ criterion }) => criterion),
  );
  const input: AttributionInput = {
    admitted: kept.admission.admitted,
    finalised: isFinal(kept),
    agentZeros: agent.zeros,
    harnessZeros: harness.zeros,
    bypassed: kept.bypassed ?? [],
    chains: trial.chains.map((chain) => ({ chain, conditionsHold: !missing.has(chain.harness) })),
  };
  return {
    input,
    attribution: attribute(input),
    confirmed: harness.zeros.filter((id) => !missing.has(id) && !input.bypassed.includes(id)),
  };
}
