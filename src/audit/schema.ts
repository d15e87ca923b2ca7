import { z } from 'zod';
import { CountSchema } from '../core/schemas/json.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import { CARD_ITEMS, type Card, type CardItem, type Evidence, VERDICTS } from './types.ts';

export const OriginSchema = z
  .enum(['executed', 'executed with stubs', 'recomputed', 'quoted'])
  .describe(
    'Run here, run here with stubs, recomputed from printed raw rows, or quoted; quoted evidence never earns a pass',
  );

export const LevelSchema = z.enum(['L0', 'L1', 'L2']);

const Figure = z.strictObject({
  at: z.tuple([CountSchema, CountSchema]).describe('Start and end of the figure in the sentence'),
  path: z.string().describe('Dotted path into the audit document'),
  rounding: z.string(),
});

const EvidenceSchema = schemaOf<Evidence>()(
  z.strictObject({
    id: z.string(),
    origin: OriginSchema,
    text: z.string(),
    figures: z.array(Figure),
    path: z.string(),
    source: z.string(),
  }),
);

const CardItemSchema = schemaOf<CardItem>()(
  z.strictObject({
    verdict: z.enum(VERDICTS),
    summary: z.string(),
    figures: z.array(Figure),
    annotation: z.string().exactOptional(),
    evidence: z.array(EvidenceSchema),
  }),
);

/** The validity card, as `card.json` holds it. */
export const CardSchema = schemaOf<Card>()(
  z.strictObject({
    format: z.literal('measurand.card/1'),
    id: z.string(),
    target: z.string(),
    profile: z.string(),
    level: z.enum(['L0', 'L1', 'L2', 'none']).describe('`none`: a released scorer by itself'),
    scorer: z.string(),
    scorerKind: z.enum(['shape', 'outcome', 'specification', 'judge']),
    headline: z.boolean(),
    items: z.record(z.enum(CARD_ITEMS), CardItemSchema),
    licensed: z.string(),
    licensedByPaper: z.string(),
    disagreement: z.string(),
    forbidden: z.string(),
    overall: z.string(),
    missingDecisions: z.array(z.string()),
    repair: z.string(),
    notProbed: z.array(z.enum(CARD_ITEMS)),
  }),
);
