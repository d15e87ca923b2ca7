import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { CHECK_IDS } from '../../study/results/checks/catalogue.ts';
import { ComparisonSchema } from '../study/schemas/comparison.ts';
import { ArchiveStatsSchema } from '../study/schemas/stats.ts';

/** The same values, none of them to be changed. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

const some = z.string().exactOptional();
const figure = z.number().nullable();
const group = { scorer: z.string(), label: z.string() };

const ProblemSchema = z.strictObject({ code: z.string(), what: z.string(), record: some, field: some });

const SourceSchema = z.strictObject({
  file: z.string(),
  reader: z.string(),
  version: z.string().nullable(),
  ledger: z
    .strictObject({
      read: CountSchema,
      mapped: CountSchema,
      raw: CountSchema,
      unpaired: CountSchema,
      dropped: CountSchema,
    })
    .describe('What became of its records: read is the sum of the others'),
  problems: z.array(ProblemSchema),
  problemCount: CountSchema.describe('Problems beyond the first thousand are counted only'),
});

const FindingSchema = z.strictObject({
  check: z.enum(CHECK_IDS),
  level: z.enum(['error', 'warning']),
  what: z.string(),
  file: z.string(),
  record: some.describe('The run, as its log names it'),
  field: some.describe('Path in the record, or in the file where no record is named'),
});

/** What `measurand stats` gives of logs. */
export const ResultsSchema = z.strictObject({
  format: z.literal('measurand.results/1'),
  version: z.string().describe('Of Measurand'),
  sources: z.array(SourceSchema),
  skipped: CountSchema.describe('Files in folders that hold no results'),
  findings: z.array(FindingSchema),
  findingCounts: z
    .record(z.string(), CountSchema)
    .describe('By check; the list is cut at a thousand of each'),
  stats: ArchiveStatsSchema.nullable().describe('Null where no run was read'),
  comparisons: z.array(ComparisonSchema).describe('Every pair of the first scorer, as one family'),
  published: z
    .array(
      z.strictObject({
        file: z.string(),
        scorer: z.string(),
        metric: z.string(),
        value: z.number(),
        field: z.string(),
        figures: z
          .record(z.string(), figure)
          .describe('What the runs of the file give under each convention'),
        matches: z
          .array(z.string())
          .describe('Conventions that give the published value, within its rounding'),
      }),
    )
    .describe('Figures that the logs print'),
  directions: z
    .array(
      z.strictObject({
        ...group,
        errors: CountSchema,
        dropped: figure,
        asFailure: figure,
        asSuccess: figure,
      }),
    )
    .describe('Groups with errored runs: the figure with errors as failures and as successes'),
  retries: z
    .array(
      z.strictObject({
        ...group,
        tasks: CountSchema,
        attempts: CountSchema,
        first: z.number(),
        last: z.number(),
        any: z.number(),
      }),
    )
    .describe('The figure by the first attempt at each task, the last, and the best'),
  passK: z.array(
    z.strictObject({
      ...group,
      k: CountSchema,
      judged: figure.describe('Over the runs that could be judged'),
      judgedTasks: CountSchema,
      planned: z.number().describe('Over all planned runs, those without a score as failures'),
      plannedTasks: CountSchema,
    }),
  ),
  equalN: z
    .array(
      z.strictObject({
        ...group,
        n: CountSchema,
        mean: z.number(),
        worst: z.number(),
        cvar: z.number().describe('Mean of the lowest fifth'),
        reliability90: z.number(),
        reliability50: z.number(),
      }),
    )
    .describe('On the tasks and trials that every group scored'),
  identical: z
    .array(
      z.strictObject({
        a: z.string(),
        b: z.string(),
        scaffold: z.string(),
        shared: CountSchema.describe('Tasks and trials for which both handed something in'),
        same: CountSchema.describe('Of these, with the same bytes'),
      }),
    )
    .describe('Pairs of models by the digest of what they handed in'),
  withoutMarked: z
    .array(
      z.strictObject({
        check: z.enum(CHECK_IDS),
        ...group,
        marked: CountSchema,
        markedMean: figure,
        all: figure,
        without: figure,
      }),
    )
    .describe('The figure with and without the runs that a check marked'),
});

/** Everything that some logs show. */
export type Results = Frozen<z.infer<typeof ResultsSchema>>;
export type Finding = Results['findings'][number];
