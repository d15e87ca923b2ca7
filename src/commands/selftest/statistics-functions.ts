import type { JsonValue } from '../../core/json.ts';
import { bcaInterval } from '../../stats/bca.ts';
import { bootstrapMean } from '../../stats/bootstrap.ts';
import { hierarchicalBootstrap } from '../../stats/bootstrap-tasks.ts';
import { pairedCliffsDelta } from '../../stats/cliffs.ts';
import { clusteredMean } from '../../stats/clustered.ts';
import { confidenceSequenceAt } from '../../stats/confidence-sequence.ts';
import { pairedEffect } from '../../stats/effect.ts';
import { etaSquaredBinary } from '../../stats/eta-squared.ts';
import { f1FromCounts } from '../../stats/f1.ts';
import { compareIndependent } from '../../stats/improvement.ts';
import { benjaminiHochberg, holm } from '../../stats/multiplicity.ts';
import { outputBudgetCap } from '../../stats/output-budget.ts';
import { passK } from '../../stats/pass-k.ts';
import { clopperPearson, wilsonInterval, zeroEventBound } from '../../stats/proportion.ts';
import type { Interval } from '../../stats/result.ts';
import { minimumDetectableEffect, type PairedDesign, tasksNeeded } from '../../stats/sample-size.ts';
import { monteCarloSignFlip } from '../../stats/sign-flip.ts';
import { exactSignFlip, type SignFlipTails } from '../../stats/sign-flip-exact.ts';
import { signTest } from '../../stats/sign-test.ts';
import { summarise } from '../../stats/summary.ts';
import { expectedWorstOf } from '../../stats/worst-of-m.ts';
import { generatorDraws, generatorSequence } from './generator-functions.ts';
import { type CaseInput, UnsupportedCase } from './statistics-input.ts';

/** Every value that a vector may ask of one function, under the vectors' own names. */
export type VectorFunction = (input: CaseInput) => JsonValue;

const pair = ({ lo, hi }: Interval): JsonValue => [lo, hi];

const bootstrapOf = (input: CaseInput) => ({
  resamples: input.number('resamples', 2000),
  seed: input.seed(0),
  level: input.number('level', 0.95),
  mode: 'compat' as const,
});

function exactTails(d: readonly number[]): SignFlipTails {
  const tails = exactSignFlip(d);
  if (tails === null)
    throw new UnsupportedCase(`${d.length} differences off a lattice are too many to enumerate`);
  return tails;
}

function summary(input: CaseInput): JsonValue {
  const result = summarise(input.numbers('x'), {
    alpha: input.number('alpha', 0.2),
    tau: input.number('tau', 0.9),
  });
  return {
    n: result.n,
    mean: result.mean,
    std_population: result.stdPopulation,
    std_sample: result.stdSample,
    worst: result.worst,
    cvar_ceil: result.cvarCeil,
    cvar_fractional: result.cvarFractional,
    reliability: result.reliability,
    gap: result.gap,
    quartiles: result.quartiles,
  };
}

function signFlip(input: CaseInput): JsonValue {
  const d = input.numbers('d');
  const drawn = monteCarloSignFlip(d, input.number('resamples', 10_000), input.seed(0));
  const tails = exactTails(d);
  return {
    exact_two_sided: tails.twoSided,
    exact_greater: tails.greater,
    mc_count: drawn.count,
    mc_p_plain: drawn.pPlain,
    mc_p_add_one: drawn.pAddOne,
  };
}

/** Rows covered are whole numbers, so they are differenced before they are divided by the rows of the task. */
function pairedTable(input: CaseInput): JsonValue {
  const constant = input.numbers('constant_rows');
  const escalating = input.numbers('escalating_rows');
  if (constant.length !== escalating.length) throw new UnsupportedCase('the arms differ in length');
  const rows = input.number('rows_per_task');
  const d = constant.map((value, i) => value - (escalating[i] as number));
  const effect = pairedEffect(d, {
    mode: 'compat',
    resamples: input.number('resamples', 2000),
    permutations: input.number('permutations', 10_000),
    seed: input.seed(0),
  });
  return {
    delta: effect.effect / rows,
    ci: [effect.interval.lo / rows, effect.interval.hi / rows],
    cliffs_delta: effect.cliffs.delta,
    cliffs_ci: pair(effect.cliffs),
    mc_p_plain: effect.test.p,
    exact_two_sided: exactTails(d).twoSided,
  };
}

function detectable(input: CaseInput): JsonValue {
  const design: PairedDesign = {
    omega2: input.number('omega2'),
    sigma2A: input.number('sigma2_a', 0),
    kA: input.number('k_a', 1),
    sigma2B: input.number('sigma2_b', 0),
    kB: input.number('k_b', 1),
    alpha: input.number('alpha', 0.05),
    power: input.number('power', 0.8),
  };
  const { effect } = minimumDetectableEffect(input.number('n'), design);
  return { mde: effect, n_for_mde: effect > 0 ? tasksNeeded(effect, design).tasks : null };
}

/** The functions that statistics vectors name, by that name. */
export const STATISTICS_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  mt19937: generatorDraws,
  mt19937_randbelow_sequence: generatorSequence,
  summary,
  sign_flip: signFlip,
  paired_ab_table_a1: pairedTable,
  minimum_detectable_effect: detectable,
  bootstrap_mean_ci: (input) => {
    const { mean, lo, hi } = bootstrapMean(input.numbers('x'), bootstrapOf(input));
    return { mean, lo, hi };
  },
  bootstrap_bca_ci: (input) => {
    const { lo, hi, z0, a } = bcaInterval(input.numbers('x'), bootstrapOf(input));
    return { lo, hi, z0, a };
  },
  hierarchical_bootstrap_ci: (input) => {
    const { estimate, lo, hi } = hierarchicalBootstrap(input.table('groups'), bootstrapOf(input));
    return { mean_of_group_means: estimate, lo, hi };
  },
  paired_cliffs_delta: (input) => {
    const { delta, lo, hi } = pairedCliffsDelta(input.numbers('d'), bootstrapOf(input));
    return { delta, lo, hi };
  },
  cliffs_delta_independent: (input) => {
    const { cliffsDelta, probabilityOfImprovement } = compareIndependent(
      input.numbers('x'),
      input.numbers('y'),
    );
    return { delta: cliffsDelta, probability_of_improvement: probabilityOfImprovement };
  },
  sign_test: (input) => ({ p_two_sided: signTest(input.number('up'), input.number('down')) }),
  p_adjust: (input) => {
    const p = input.numbers('p');
    return { holm: holm(p), bh: benjaminiHochberg(p) };
  },
  binomial_intervals: (input) => {
    const [k, n, level] = [input.number('k'), input.number('n'), input.number('level', 0.95)];
    return { wilson: pair(wilsonInterval(k, n, level)), clopper_pearson: pair(clopperPearson(k, n, level)) };
  },
  zero_event_upper_bound: (input) => {
    const { exact, ruleOfThree } = zeroEventBound(input.number('n'), input.number('level', 0.95));
    return { exact_one_sided: exact, rule_of_three: ruleOfThree };
  },
  eta_squared_two_way_binary: (input) => {
    const { rows, columns, interaction, residual } = etaSquaredBinary(
      input.table('successes'),
      input.number('per_cell'),
    );
    return { rows, columns, interaction, residual };
  },
  f1_from_counts: (input) => {
    const { recall, precision, f1 } = f1FromCounts(
      input.number('unique_true'),
      input.number('submitted'),
      input.number('ground_truth'),
    );
    return { recall, precision, f1 };
  },
  output_budget_cap: (input) => {
    const { rows, recall, f1 } = outputBudgetCap(
      input.number('token_budget'),
      input.number('tokens_per_row'),
      input.number('ground_truth'),
    );
    return { rows, recall, f1 };
  },
  pass_k: (input) => {
    const { passAtK, passHatK } = passK(input.number('n'), input.number('c'), input.number('k'));
    return { pass_at_k: passAtK, pass_hat_k: passHatK };
  },
  expected_worst_of_m: (input) => ({ value: expectedWorstOf(input.numbers('x'), input.number('m')) }),
  clustered_se: (input) => {
    const { mean, seCr0, seCr1, seIid } = clusteredMean(input.numbers('x'), input.labels('cluster'));
    return { mean, se_cr0: seCr0, se_cr1: seCr1, se_iid: seIid };
  },
  confidence_sequence_normal_mixture: (input) => {
    const { halfWidth, lo, hi } = confidenceSequenceAt(input.number('n'), input.number('mean'), {
      sigma: input.number('sigma', 0.5),
      rho2: input.number('rho2', 0.05),
      alpha: input.number('alpha', 0.05),
    });
    return { half_width: halfWidth, lo, hi };
  },
};
