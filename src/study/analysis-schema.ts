import { z } from 'zod';
import { EPISODE_STATES } from '../core/contracts/index.ts';
import { CountSchema } from '../core/schemas/json.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import type { StudyAnalysis } from './built-in.ts';

const Origin = z.enum(['executed', 'quoted']);
const Counts = Object.fromEntries(EPISODE_STATES.map((state) => [state, CountSchema])) as Record<
  (typeof EPISODE_STATES)[number],
  typeof CountSchema
>;

const Effect = z.strictObject({
  label: z.string(),
  origin: Origin,
  n: CountSchema,
  delta: z.number(),
  lo: z.number(),
  hi: z.number(),
  p: z.number(),
  pHolm: z.number().nullable(),
  standing: z.enum(['confirmatory', 'exploratory']).exactOptional(),
});

const Plot = z.strictObject({
  title: z.string(),
  x: z.string(),
  y: z.string(),
  curves: z.array(
    z.strictObject({
      label: z.string(),
      origin: Origin,
      points: z.array(
        z.strictObject({
          x: z.number(),
          y: z.number(),
          lo: z.number().nullable(),
          hi: z.number().nullable(),
          n: CountSchema,
        }),
      ),
    }),
  ),
});

const Table = z.strictObject({
  title: z.string(),
  columns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rows: z.array(
    z.strictObject({
      label: z.string(),
      origin: Origin,
      numbers: z.record(z.string(), z.number().nullable()),
    }),
  ),
});

/** What a study concludes, as `measurand run --json` prints it. */
export const StudyAnalysisSchema = schemaOf<StudyAnalysis>()(
  z.strictObject({
    format: z.literal('measurand.study-analysis/1'),
    study: z.string(),
    title: z.string(),
    denominator: z.strictObject({ planned: CountSchema, states: z.strictObject(Counts) }),
    forest: z.array(Effect),
    curves: z.array(Plot),
    tables: z.array(Table),
    comparisons: z.array(
      z.strictObject({
        label: z.string(),
        ours: z.number(),
        paper: z.number(),
        printed: z.string(),
        source: z.string(),
      }),
    ),
    statements: z.array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        holds: z.boolean(),
        numbers: z.record(z.string(), z.number()),
      }),
    ),
    notes: z.array(z.string()),
  }),
);
