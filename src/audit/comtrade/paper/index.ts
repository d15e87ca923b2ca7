import { paperTable } from '../../paper/paper-data.ts';
import type { Curve, ForestRow, JointIntervention, ScaffoldingRow, Spectrum } from '../../types.ts';
import { paperDoseResponse, paperForest, paperSkips } from './escalation.ts';
import { paperJoint } from './joint.ts';
import { paperSpectrum } from './spectrum.ts';

/** The paper's figures that a card sets beside ours: recomputed from printed rows where that can be done, else quoted. */
export interface PaperFigures {
  readonly joint: JointIntervention;
  readonly providers: number;
  readonly spectrum: Spectrum;
  readonly forest: readonly ForestRow[];
  readonly doseResponse: readonly Curve[];
  readonly scaffolding: readonly ScaffoldingRow[];
  readonly skips: { readonly skips: number; readonly episodes: number };
  /** Scores in [0, 1] that the paper prints for the shipped judge. */
  readonly judge: {
    readonly fabricated: number;
    readonly empty: number;
    readonly contradictoryDrop: number;
  };
}

/** Table A19: L0 from the release's published per-task scores, L1 as printed, L2 from the per-seed table. */
function scaffolding(): ScaffoldingRow[] {
  return paperTable('scaffolding').rows.map((row) => ({
    model: row.model,
    origin: 'quoted',
    L0Judge: row.L0_judge,
    L1Coverage: row.L1_coverage,
    L2Truth: row.L2_f1,
  }));
}

export function paperFigures(): PaperFigures {
  const { other_printed: probe } = paperTable('judge_probe');
  return {
    joint: paperJoint(),
    providers: 3,
    spectrum: paperSpectrum(),
    forest: paperForest(),
    doseResponse: paperDoseResponse(),
    scaffolding: scaffolding(),
    skips: paperSkips(),
    judge: {
      fabricated: Number(probe['25-row dedup task: fabricated = correct']),
      empty: Number(probe['25-row dedup task: empty']),
      contradictoryDrop: Number(probe['contradictory self-report drop']),
    },
  };
}
