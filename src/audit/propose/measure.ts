import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { CoverageSchema } from './content.ts';
import { PROPOSED_OWNERS } from './ownership.ts';
import { SCORER_KINDS } from './probes.ts';

export const MEASURE_FORMAT = 'measurand.proposal-measure/1';

/** Runs of discovery, as in the paper. */
export const MEASURE_RUNS = 3;

/** Why a run gave no answer that counts. */
const Refusal = z.strictObject({ run: CountSchema, why: z.string() });

const HarnessRow = z.strictObject({
  harness: z.string(),
  truth: z.record(z.string(), z.enum(['model', 'scaffold'])),
  /** One map a run; null when the answer was malformed or a quote did not stand in the source. */
  answers: z.array(z.record(z.string(), z.enum(PROPOSED_OWNERS)).nullable()),
  refused: z.array(Refusal),
});
export type HarnessRow = z.infer<typeof HarnessRow>;

const ScorerRow = z.strictObject({
  scorer: z.enum(SCORER_KINDS),
  predicted: z.enum(SCORER_KINDS).nullable(),
  right: z.boolean(),
  coverage: CoverageSchema,
  why: z.string().describe('Why there is no prediction; empty where there is one'),
});
export type ScorerRow = z.infer<typeof ScorerRow>;

/** How well a model proposes, on harnesses and scorers whose answers are known. Never how well it decides or scores. */
export const ProposalMeasureSchema = z.strictObject({
  format: z.literal(MEASURE_FORMAT),
  model: z.strictObject({ id: z.string(), answeredBy: z.enum(['language model', 'script', 'program']) }),
  origin: z.strictObject({ answers: z.enum(['asked', 'recording']), recording: z.string().nullable() }),
  discovery: z.strictObject({
    runs: CountSchema,
    /** Decisions of one run, over all harnesses. */
    decisions: CountSchema,
    /** Decisions right in each run. */
    right: z.array(CountSchema),
    rows: z.array(HarnessRow),
  }),
  kinds: z.strictObject({ scorers: CountSchema, right: CountSchema, rows: z.array(ScorerRow) }),
  coverage: z.strictObject({
    battery: CountSchema.describe('Hand-made probes that apply, over the scorers'),
    covered: CountSchema,
  }),
});
export type ProposalMeasure = z.infer<typeof ProposalMeasureSchema>;

/** Decisions right in one run: a harness without an answer that counts has none. */
export function rightIn(rows: readonly HarnessRow[], run: number): number {
  let right = 0;
  for (const { truth, answers } of rows) {
    const answer = answers[run];
    for (const [decision, owner] of Object.entries(truth)) if (answer?.[decision] === owner) right += 1;
  }
  return right;
}
