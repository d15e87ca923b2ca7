import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { StudyAnalysisSchema } from '../../study/analysis-schema.ts';
import { TrialReportSchema } from '../trials/document.ts';
import { ComparisonSchema, type ContrastSchema, type FamilyFileSchema } from './schemas/comparison.ts';
import { ArchiveStatsSchema, type ScorerStatsSchema } from './schemas/stats.ts';

/** The same values, none of them to be changed. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** Statistics of an archive, by scorer and group. */
export type ArchiveStats = Frozen<z.infer<typeof ArchiveStatsSchema>>;
/** Everything that one scorer says. */
export type ScorerStats = Frozen<z.infer<typeof ScorerStatsSchema>>;
/** The runs that share the coordinates of `by`. */
export type GroupStats = ScorerStats['groups'][number];
/** Groups that are ranked against each other. */
export type Stratum = ScorerStats['strata'][number];
export type VarianceStats = ScorerStats['variance'][number];

/** Every episode by its one final state. */
export type Ledger = GroupStats['ledger'];

/** A family of paired contrasts. */
export type Comparison = Frozen<z.infer<typeof ComparisonSchema>>;
export type Contrast = Frozen<z.infer<typeof ContrastSchema>>;
export type FamilyFile = Frozen<z.infer<typeof FamilyFileSchema>>;

const DeclaredSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  analysis: StudyAnalysisSchema.nullable().describe('Null while planned episodes are missing'),
  details: z.array(StudyAnalysisSchema).describe('What analyses that know the task say besides'),
  registration: z
    .strictObject({
      state: z.enum(['registered', 'not-registered']),
      digest: z.string().nullable(),
      frozen: z.string().nullable().describe('Date by the clock of the machine that froze it'),
      deviations: z.array(z.string()),
    })
    .nullable()
    .describe('Null for a built-in study, which declares its analysis in the code'),
  foreign: CountSchema.describe('Episodes of the archive that are not in the plan, and are not shown'),
});

/** The one document behind every form of a study's report: terminal, Markdown, JSON and HTML show its numbers. */
export const StudyReportSchema = z.strictObject({
  format: z.literal('measurand.study-report/1'),
  version: z.string(),
  title: z.string(),
  stats: ArchiveStatsSchema,
  study: DeclaredSchema.nullable().describe(
    'The study that was named: its plan, its tests, its registration',
  ),
  trials: TrialReportSchema.exactOptional().describe('Where the archive holds runs of trials'),
  comparisons: z.array(ComparisonSchema).describe('One for each scorer'),
  errors: z.record(z.string(), CountSchema).describe('Errors of the apparatus by code'),
  remarks: z.array(z.string()).describe('What opening the archive found'),
});
export type StudyReport = Frozen<z.infer<typeof StudyReportSchema>>;
