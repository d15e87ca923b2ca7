import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { compared, comparedText, consistent, notRecomputable } from '../compare.ts';
import { theRow } from '../find-row.ts';
import { checkIdentity, placeInIdentity } from '../identity.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

type Values = (id: string) => number;

/** Aggregates that follow from others, by id. Rates in per cent. */
const FORMULAS: Readonly<Record<string, (value: Values) => number>> = {
  tasks: (v) => v('tasks_single_turn') + v('tasks_fixed_multi_turn') + v('tasks_simulator_driven'),
  runs_selected: (v) => v('harnesses') * v('models') * v('tasks'),
  cells_per_harness: (v) => v('models') * v('tasks'),
  programmatic_rules: (v) => v('harness_criteria') + v('agent_criteria') - v('semantic_rubrics'),
  harness_macro_range: (v) => v('harness_macro_max') - v('harness_macro_min'),
  success_despite_harness_failure_rate: (v) =>
    (100 * v('success_despite_harness_failure_runs')) / v('runs_selected'),
  pass_every_criterion_both_layers: (v) =>
    (100 * (v('runs_selected') - v('agent_failure_runs') - v('success_despite_harness_failure_runs'))) /
    v('runs_selected'),
  candidate_link_rate: (v) => (100 * v('joint_shortfall_with_candidate_link')) / v('joint_shortfall_runs'),
  agent_failures_with_unlinked_criterion_rate: (v) =>
    (100 * v('agent_failures_with_unlinked_criterion')) / v('agent_failure_runs'),
  combined_pass: (v) => 2 * v('layer_points'),
};

/** The 2×2 of runs that the printed counts imply. */
const CONTINGENCY: Readonly<Record<string, (value: Values) => number>> = {
  agent_success_harness_fail: (v) => v('success_despite_harness_failure_runs'),
  agent_fail_harness_fail: (v) => v('joint_shortfall_runs'),
  agent_success_harness_pass: (v) =>
    v('runs_selected') - v('agent_failure_runs') - v('success_despite_harness_failure_runs'),
  agent_fail_harness_pass: (v) => v('agent_failure_runs') - v('joint_shortfall_runs'),
  total: (v) => v('runs_selected'),
};

const NO_CELLS = 'an aggregate; the cells behind it are not printed';

function rowNumbers(
  row: PaperData['tracetrial_aggregates']['rows'][number],
  value: Values,
): readonly ReproducedNumber[] {
  const printed = String(row.value);
  const identities = row.identity === undefined ? [] : checkIdentity(`${row.id}, identity`, row.identity);
  const formula = FORMULAS[row.id];
  if (formula) return [compared(row.id, printed, formula(value)), ...identities];
  if (row.identity === undefined) return [notRecomputable(row.id, printed, NO_CELLS)];
  const place = placeInIdentity(row.identity, printed);
  const own = comparedText(row.id, printed, place === 'absent' ? 'not in its identity' : printed);
  return [place === 'operand' ? consistent(own, 'an operand of its identity') : own, ...identities];
}

/** The second paper's aggregates: what follows from what, and the contingency table that they imply. */
export function traceTrial(data: PaperData): TableContent {
  const { rows, contingency_derived: table } = data.tracetrial_aggregates;
  const value: Values = (id) => theRow(rows, (row) => row.id === id, id).value;
  const cells = Object.entries(CONTINGENCY).map(([key, formula]) =>
    compared(`contingency, ${key}`, String(table[key as keyof typeof table]), formula(value)),
  );
  return {
    id: 'TraceTrial',
    title: 'Aggregates of the second paper',
    source: '"Trial by Trace", sections named in the data',
    numbers: [
      ...rows.flatMap((row) => rowNumbers(row, value)),
      ...cells,
      ...table.checks.flatMap((check, i) => checkIdentity(`contingency, check ${i + 1}`, check)),
    ],
    notes: ['Identities tie printed counts to each other; they do not verify the runs behind them.'],
  };
}
