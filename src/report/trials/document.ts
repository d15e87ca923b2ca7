import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { type Frozen, TrialLayersSchema } from './layers-document.ts';
import { JudgingSchema, LiveUseSchema } from './live-document.ts';

const RateSchema = z.strictObject({
  k: CountSchema,
  n: CountSchema,
  share: z.number(),
  interval: z.strictObject({ lo: z.number(), hi: z.number() }),
});

const LayerSchema = z.strictObject({
  micro: RateSchema.nullable().describe('Weighted by criteria'),
  macro: z.number().nullable().describe('Mean over runs of the share that holds'),
});

const HarnessSheetSchema = z.strictObject({
  harness: z.string().describe('With its version, and in live runs with the model'),
  runs: CountSchema.describe('Scored ones'),
  trials: CountSchema,
  harnessLayer: LayerSchema,
  pinned: LayerSchema.describe('Agent sheets of scripts that obey: never set beside live ones'),
  live: LayerSchema.describe('Agent sheets of live models'),
  agentSuccess: RateSchema.nullable().describe('Live runs in which every Agent line with a verdict holds'),
  unjudged: CountSchema.describe('Lines of rubrics that no judge decided, over all runs: in no total'),
  clean: CountSchema.describe('Runs in which every line with a verdict holds, on both sheets'),
  verified: CountSchema.describe('Runs that the anchor of truth confirms'),
  points: z.number().nullable().describe('Mean of 50 + 50 points'),
  labels: z.record(z.string(), CountSchema).describe('Attribution of each run'),
  links: z.record(z.string(), CountSchema).describe('Activated chains: candidates, no proof of causation'),
});

const CellSchema = z.strictObject({
  trial: z.string(),
  harness: z.string(),
  state: z.enum(['scored', 'unsupported', 'non-comparable', 'errored', 'timed-out', 'missing']),
  runs: CountSchema,
  held: z.number().nullable().describe('Mean share of Harness lines that hold'),
  agent: z.number().nullable(),
  reason: z.string().describe('Why it was not scored; empty where it was'),
});

const CaseSchema = z.strictObject({
  criterion: z.string(),
  kind: z.string(),
  sheet: z.enum(['harness', 'agent']),
  requires: z.string(),
  harness: z.string(),
  failed: CountSchema,
  runs: CountSchema,
  reason: z.string().describe('What the rule saw, of the first run that failed'),
  place: z.string().describe('Where the evidence stands; empty where there is none'),
  excerpt: z.string(),
  packet: z.string().describe('Digest of the packet'),
  defect: z.boolean().describe('False where required evidence was missing'),
});

const DifferenceEvidenceSchema = z.strictObject({
  episode: z.string().describe('The first run in which the line failed, else the first run'),
  reason: z.string().describe('What the rule saw'),
  place: z.string().describe('Where the excerpt stands; empty where the packet is'),
  excerpt: z.string(),
  request: z
    .string()
    .describe('Digest of the body of the request that shows it, else of the last one of the conversation'),
});

const DisagreementSchema = z.strictObject({
  criterion: z.string(),
  harness: z.string(),
  held: CountSchema,
  runs: CountSchema,
  failed: z.array(z.strictObject({ seed: z.number().int(), reason: z.string() })),
});

const RepeatsSchema = z.strictObject({
  lines: CountSchema.describe('Lines under a harness with two scored runs or more'),
  agreeing: CountSchema.describe('Of them, those that all runs decide alike'),
  disagreements: z.array(DisagreementSchema),
});

const DifferenceSchema = z.strictObject({
  criterion: z.string(),
  requires: z.string(),
  shares: z.array(
    z.strictObject({
      harness: z.string(),
      held: CountSchema,
      runs: CountSchema,
      evidence: DifferenceEvidenceSchema,
    }),
  ),
});

const AlignedTrialSchema = z.strictObject({
  trial: z.string(),
  runs: z.array(z.strictObject({ harness: z.string(), episode: z.string() })).describe('One a harness'),
  calls: z.array(
    z.strictObject({
      call: z.string().describe('The move that it stands for'),
      results: z
        .array(z.strictObject({ made: z.boolean(), shown: z.string().nullable() }))
        .describe('By run: whether the call was made, and the first result that the model was shown of it'),
    }),
  ),
});

/** What runs of trials show: score sheets by harness, the grid, the cases behind each zero, and attribution. */
export const TrialReportSchema = z.strictObject({
  format: z.literal('measurand.trial-report/1'),
  mode: z.enum(['scripted', 'live', 'mixed']),
  trials: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      dimension: z.string(),
      leftOut: z.array(z.string()),
    }),
  ),
  ledger: z.strictObject({
    planned: CountSchema,
    scored: CountSchema,
    unsupported: CountSchema,
    nonComparable: CountSchema,
    errored: CountSchema,
    timedOut: CountSchema,
    missing: CountSchema,
    replaced: CountSchema.describe(
      'Attempts that another one replaced, since the apparatus broke or time ran out; kept all the same',
    ),
  }),
  sheets: z.array(HarnessSheetSchema),
  layers: TrialLayersSchema,
  cells: z.array(CellSchema),
  cases: z.array(CaseSchema),
  differences: z.array(DifferenceSchema).describe('Harness lines on which harnesses differ'),
  aligned: z
    .array(AlignedTrialSchema)
    .describe('Trials on which harnesses differ: what each showed its model, call by call'),
  live: z.array(LiveUseSchema).describe('What live runs used'),
  judging: JudgingSchema,
  repeats: RepeatsSchema.describe('Whether runs of one pair, which differ in their private values, agree'),
  notes: z.array(z.string()),
});
export type TrialReport = Frozen<z.infer<typeof TrialReportSchema>>;
export type HarnessSheet = TrialReport['sheets'][number];
export type TrialGridCell = TrialReport['cells'][number];
export type TrialCase = TrialReport['cases'][number];
export type DifferenceEvidence = TrialReport['differences'][number]['shares'][number]['evidence'];
export type AlignedTrial = TrialReport['aligned'][number];
