import { summarise } from '../../joint/joint.ts';
import { paperTable } from '../../paper/paper-data.ts';
import type { JointIntervention } from '../../types.ts';

/** Row of the table that holds spreads and no model. */
const SPREAD_ROW = 'Model spread';

/** The paper's 2×2 over seven language models, its figures recomputed from the printed rows of Table 1. */
export function paperJoint(): JointIntervention {
  const table = paperTable('joint_2x2');
  const rows = table.rows
    .filter((row) => row.model !== SPREAD_ROW)
    .map((row) => ({
      model: row.model,
      L0: { shipped: row.L0_judge, truth: row.L0_f1 },
      L2: { shipped: row.L2_judge, truth: row.L2_f1 },
    }));
  const total = (rows.length * (rows.length - 1)) / 2;
  return summarise(rows, {
    origin: 'recomputed',
    task: table.task,
    seeds: table.seeds_per_cell,
    pairs: { total, data: total, metadata: total, log: total },
    submitting: rows.filter((row) => row.L2.shipped > 0).map((row) => row.model),
  });
}
