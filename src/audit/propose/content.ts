import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { EDIT_CLASSES } from './edit-class.ts';
import { QuotesSchema } from './evidence.ts';
import { ProposedOwnerSchema } from './ownership.ts';
import { ProposedProbeSchema, SCORER_KINDS } from './probes.ts';

export const OwnershipContent = z.strictObject({
  kind: z.literal('ownership'),
  decisions: z.array(ProposedOwnerSchema),
});

const Score = z.number().nullable();

export const PlayedSchema = z.strictObject({
  task: z.string(),
  seed: CountSchema,
  model: z.string(),
  state: z.enum(['scored', 'no-submission', 'errored']),
  stop: z.string(),
  turns: CountSchema,
  score: Score.describe('By the truth, in [0, 1]; null when the harness broke'),
});

const LiveSchema = z.strictObject({
  decision: z.string(),
  task: z.string(),
  right: Score,
  otherwise: Score,
  live: z.boolean(),
});

export const ScaffoldContent = z.strictObject({
  kind: z.literal('scaffold'),
  decisions: z.array(z.string()),
  source: z.string(),
  /** What the ownership layer says of the synthesised source; null when it was not asked. */
  audit: z
    .strictObject({
      model: z.string(),
      question: DigestSchema,
      answer: DigestSchema,
      decisions: z.array(ProposedOwnerSchema),
    })
    .nullable(),
  episode: PlayedSchema.nullable(),
  live: z.array(LiveSchema),
});

export const ProbeOutcomeSchema = z.strictObject({
  id: z.string(),
  /** Cases on which the edit applies and the scorer answered. */
  scored: CountSchema,
  /** Of these, the ones that scored as the probe expects. */
  expected: CountSchema,
  classes: z.array(z.enum(EDIT_CLASSES)),
  example: z
    .strictObject({ case: z.string(), correct: z.number(), score: z.number() })
    .nullable()
    .describe('The first case that scored otherwise'),
});

export const CoverageSchema = z.strictObject({
  battery: CountSchema,
  covered: z.array(z.string()),
  missed: z.array(z.string()),
});

export const ProbesContent = z.strictObject({
  kind: z.literal('probes'),
  predicted: z.enum(SCORER_KINDS),
  why: z.string(),
  evidence: QuotesSchema,
  probes: z.array(ProposedProbeSchema),
  cases: CountSchema,
  outcomes: z.array(ProbeOutcomeSchema),
  coverage: CoverageSchema,
});

const ClaimSchema = z.strictObject({
  text: z.string(),
  figures: z.array(
    z.strictObject({ at: z.tuple([CountSchema, CountSchema]), path: z.string(), rounding: z.string() }),
  ),
});

export const NarrativeContent = z.strictObject({
  kind: z.literal('narrative'),
  card: z.string(),
  document: DigestSchema,
  /** As the model wrote them, with places for figures. */
  templates: z.array(z.string()),
  sentences: z.array(ClaimSchema),
});
