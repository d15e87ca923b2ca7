import { z } from 'zod';

const score = z.number();
const digits = z.string();
const count = z.int().nonnegative();
const byModel = z.record(z.string(), count);

const perSeedRow = z.object({
  model: z.string(),
  task_label: z.string(),
  task_id: z.string(),
  ground_truth_rows: count,
  in_five_task_aggregate: z.boolean(),
  f1: z.array(score).min(1),
  printed: z.array(digits).min(1),
});

const a12Statistics = <T extends z.ZodType>(value: T) =>
  z.object({ mean: value, std: value, worst: value, cvar_0_2: value, rel_at_0_5: value });

const escalationRow = z.object({
  experiment: z.string(),
  model: z.string(),
  delta: score,
  ci95: z.tuple([score, score]),
  cliffs_delta: score,
  cliffs_ci95: z.tuple([score, score]),
  p: score,
  p_holm: score.nullable(),
  escalating_deaths: z.string().nullable(),
  skips_escalating: count,
  skips_constant: count,
  printed: z.object({
    delta: digits,
    ci95: digits,
    cliffs: digits,
    p: digits,
    p_holm: digits,
    deaths: digits,
    skips: digits,
  }),
});

const probeRow = z.object({
  submission: z.enum(['empty', 'fabricated', 'correct']),
  rows: count,
  correctness: score,
  completeness: score,
  robustness: score,
  efficiency: score,
  data_quality: score,
  observability: score,
  judge_total: score,
  f1: score,
  printed: z.array(digits).length(9),
});

const recomputedSpectrum = z.object({
  mean: score,
  std_population: score,
  std_sample: score,
  worst: score,
  max: score,
  cvar_0_2: score,
  rel_at_0_9: score,
  rel_at_0_5: score,
  reliability_gap: score,
  quartiles_type7: z.tuple([score, score, score]),
});

const targets = z.object({ ComtradeBench: z.string(), 'tau-bench': z.string(), BFCL: z.string() });

/** What each file of `data/paper/` must hold, as far as `reproduce` reads it. */
export const PAPER_SCHEMAS = {
  e1_per_seed: z.object({ rows: z.array(perSeedRow).min(1) }),
  e1_per_task_stats: z.object({
    rows: z.array(
      a12Statistics(score).extend({
        model: z.string(),
        task_label: z.string(),
        task_id: z.string(),
        n: count,
        printed: a12Statistics(digits).extend({ n: digits }),
      }),
    ),
  }),
  e1_f1_fractions: z.object({
    rows: z.array(
      z.object({
        task_id: z.string(),
        ground_truth_rows: count,
        f1_printed: digits,
        solutions_u_S: z.array(z.tuple([count, count])).min(1),
        n_solutions: count,
        smallest_submission: z.object({ u: count, S: count, recall: score, precision: score }),
      }),
    ),
  }),
  spectrum: z.object({
    five_tasks: z.array(z.string()),
    printed_comparisons: z.array(z.object({ text: z.string(), printed: digits })),
    rows: z.array(
      z.object({
        model: z.string(),
        rank_by_mean: count,
        n: count,
        printed: z.record(z.string(), digits),
        recomputed: recomputedSpectrum,
      }),
    ),
  }),
  b2: z.object({
    rows: z.array(
      z.object({
        model: z.string(),
        arm: z.enum(['escalating', 'constant@mean']),
        slack: count,
        coverage: z.array(score),
        coverage_printed: z.array(digits),
        covered_rows_of_75: z.array(count).min(1),
        skips: count,
        quota_deaths: count,
      }),
    ),
  }),
  escalation: z.object({
    rows: z.array(escalationRow),
    section_A2_rerun: z.array(z.record(z.string(), z.string())),
    section_A4_dose_response: z.array(
      z.object({ model: z.string(), slack: z.array(count), delta: z.array(digits) }),
    ),
    section_A4_means: z.record(z.string(), digits),
  }),
  rule_calibration: z.object({
    rows: z.array(
      z.object({
        slack: count,
        policy: z.string(),
        delta: score,
        ci95: z.tuple([score, score]),
        p: score,
        skips_both_arms: count,
        deaths_both_arms: count,
        printed: z.object({ delta: digits, ci95: digits, p: digits }),
      }),
    ),
  }),
  tau_slice: z.object({
    eta_squared_printed: z.object({ scaffold: digits, model: digits }),
    sign_tests_printed: z.array(z.object({ model: z.string(), up: count, down: count, p: digits })),
    retest_printed: z.object({
      original: digits,
      rerun: digits,
      tasks_agreeing: z.string(),
      flips: z.array(count),
      noise: digits,
    }),
    largest_swing_printed: z.object({ model: z.string(), value: digits }),
    rows: z.array(
      z
        .object({ scaffold: z.string(), successes_of_15: byModel, printed: z.array(digits) })
        .catchall(z.unknown()),
    ),
  }),
  judge_probe: z.object({
    max_points: z.record(z.string(), score),
    rows: z.array(probeRow).length(3),
    other_printed: z.record(z.string(), digits),
  }),
  joint_2x2: z.object({
    task: z.string(),
    seeds_per_cell: count,
    submitting_judge_spread_printed: digits,
    identical_payload_pairs_printed: z.string(),
    rows: z.array(
      z.object({
        model: z.string(),
        L0_judge: score,
        L0_f1: score,
        L2_judge: score,
        L2_f1: score,
        printed: z.array(digits).length(4),
      }),
    ),
  }),
  forensics: z.object({
    rows: z.array(z.object({ signature: z.string(), n: count })),
    printed: z.object({
      solved: z.string(),
      failed: z.string(),
      solve_rate: digits,
      wilson95: z.tuple([digits, digits]),
      wilson95_section_A8: z.tuple([digits, digits]),
      e1_estimate: z.string(),
    }),
  }),
  power: z.object({
    replications_per_cell: count,
    n_per_arm: z.array(count),
    section_A2_printed: z.record(z.string(), z.string()),
    rows: z.array(
      z.object({
        regime: z.string(),
        true_delta: score,
        power: z.record(z.string(), score),
        printed: z.array(digits),
      }),
    ),
  }),
  scaffolding: z.object({
    rows: z.array(
      z.object({
        model: z.string(),
        L0_judge: score.nullable(),
        L1_coverage: score.nullable(),
        L2_f1: score,
        printed: z.tuple([digits, digits, digits]),
      }),
    ),
    l0_per_task_scores: z.object({ scores: z.record(z.string(), z.array(score).min(1)) }),
  }),
  task_params: z.object({ rows: z.array(z.object({ task_id: z.string(), rows: count })) }),
  coverage: z.object({
    rows: z.array(z.object({ target: z.string(), oracle_checks: z.string() })),
    adapter_lines_printed: z.record(z.string(), count),
    shared_core_lines_printed: z.string(),
    oracle_checks_total_printed: count,
  }),
  census: z.object({
    rows: z.array(
      z.object({
        benchmark: z.string(),
        primary_scorer_kind: z.string(),
        fabricated_equals_correct: z.string(),
        evidence: z.string(),
      }),
    ),
    distribution_printed: z.record(z.string(), count),
    gaia_spot_check_printed: z.record(z.string(), z.string()),
  }),
  validity_cards: z.object({
    rows: z.array(
      targets.extend({
        item: z.string(),
        status: z.object({
          ComtradeBench: z.string().nullable(),
          'tau-bench': z.string().nullable(),
          BFCL: z.string().nullable(),
        }),
      }),
    ),
    lattice: z.array(z.string()),
  }),
  tracetrial_aggregates: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        value: score,
        unit: z.string(),
        section: z.string(),
        identity: z.string().optional(),
      }),
    ),
    contingency_derived: z.object({
      agent_success_harness_fail: count,
      agent_fail_harness_fail: count,
      agent_success_harness_pass: count,
      agent_fail_harness_pass: count,
      total: count,
      checks: z.array(z.string()),
    }),
  }),
} as const;

type Schemas = typeof PAPER_SCHEMAS;
export type PaperFile = keyof Schemas;
/** The papers' printed numbers, by file. */
export type PaperData = { readonly [K in PaperFile]: z.infer<Schemas[K]> };
