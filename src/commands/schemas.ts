import { z } from 'zod';
import { Manifest } from '../archive/manifest.ts';
import type { Session } from '../archive/timing.ts';
import { TargetAuditSchema } from '../audit/bridge/schema.ts';
import { ProposalMeasureSchema } from '../audit/propose/measure.ts';
import { ProposalSchema } from '../audit/propose/proposal.ts';
import { CardSchema } from '../audit/schema.ts';
import { AuditDocumentSchema } from '../audit/schemas/document.ts';
import type { JsonObject } from '../core/json.ts';
import { EpisodeRecordSchema } from '../core/schemas/episode.ts';
import { CountSchema, DigestSchema } from '../core/schemas/json.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import { PricesSchema } from '../models/prices/prices.ts';
import { RecordingFileLine } from '../models/recording/format.ts';
import { CardFileSchema } from '../report/card-file.ts';
import { ResultsSchema } from '../report/results/document.ts';
import { StudyReportSchema } from '../report/study/document.ts';
import { ComparisonSchema, FamilyFileSchema } from '../report/study/schemas/comparison.ts';
import { ArchiveStatsSchema } from '../report/study/schemas/stats.ts';
import { TrialReportSchema } from '../report/trials/document.ts';
import { RunSummarySchema } from '../scaffolds/native/as-scaffold/run-summary.ts';
import { ProbeMatrixSchema } from '../scaffolds/native/probes/matrix.ts';
import { HarnessRunRecordSchema } from '../scaffolds/native/run/run-record.ts';
import { StudyAnalysisSchema } from '../study/analysis-schema.ts';
import { StudyFile } from '../study/declaration/schema.ts';
import { Preregistration } from '../study/preregistration/file.ts';
import { LooksFile } from '../study/preregistration/looks.ts';
import { TraceEventSchema, TraceHeaderSchema } from '../trace/schema.ts';
import { BoundaryRecordSchema } from '../trace/wire/boundary-record.ts';
import { PlanReportSchema } from './plan-schema.ts';
import { TrialReviewSchema } from './trial/attribute.ts';
import { KeptJudgementSchema } from './trial/kept-judgement.ts';
import { KeptRunSchema } from './trial/kept-run.ts';

/** A kind of file, or of line in a file, that Measurand writes, or that people write for it. */
export interface PublishedSchema {
  readonly name: string;
  /** The number after the slash in the format that the file names. */
  readonly version: number;
  readonly title: string;
  readonly schema: z.ZodType;
}

const SegmentLine = z.strictObject({
  digest: DigestSchema.describe('Digest of `previous` and of the record; the next line names it'),
  previous: DigestSchema,
  record: EpisodeRecordSchema,
});

const ManifestFile = Manifest.extend({ digest: DigestSchema.describe('Of the rest of the file') });

const TimingFile = z.strictObject({
  format: z.literal('measurand.timing/1'),
  sessions: z.array(
    schemaOf<Session>()(
      z.strictObject({
        opened: z.iso.datetime(),
        closed: z.iso.datetime(),
        host: z.string(),
        platform: z.string(),
        node: z.string(),
        added: CountSchema,
      }),
    ),
  ),
  digest: DigestSchema.describe(
    'Of the rest of the file, so that damage is noticed; no other digest covers it',
  ),
});

/** Every format with a version, in the order of its name. */
export const PUBLISHED_SCHEMAS: readonly PublishedSchema[] = [
  { name: 'archive', version: 1, title: 'manifest.json of an archive', schema: ManifestFile },
  { name: 'audit', version: 1, title: 'audit.json: everything an audit found', schema: AuditDocumentSchema },
  {
    name: 'boundary',
    version: 1,
    title: 'One line of boundary.jsonl: one request of a harness to its model, and what became of it',
    schema: BoundaryRecordSchema,
  },
  { name: 'card', version: 1, title: 'A validity card', schema: CardSchema },
  { name: 'cards', version: 1, title: 'card.json of a report', schema: CardFileSchema },
  { name: 'comparison', version: 1, title: 'What measurand compare gives', schema: ComparisonSchema },
  { name: 'episode', version: 1, title: 'The record of one episode', schema: EpisodeRecordSchema },
  { name: 'recording', version: 1, title: 'One line of a recording', schema: RecordingFileLine },
  {
    name: 'family',
    version: 1,
    title: 'Contrasts that are declared, for measurand compare',
    schema: FamilyFileSchema,
  },
  { name: 'looks', version: 1, title: 'FILE.looks.json: every look at a frozen study', schema: LooksFile },
  { name: 'plan', version: 1, title: 'What measurand plan gives', schema: PlanReportSchema },
  {
    name: 'preregistration',
    version: 1,
    title: 'FILE.prereg.json: a study as it was promised',
    schema: Preregistration,
  },
  {
    name: 'harness-run',
    version: 1,
    title: 'run.json of a run of a harness',
    schema: HarnessRunRecordSchema,
  },
  {
    name: 'native-run',
    version: 1,
    title: 'summary.json among the evidence of an episode under a native harness',
    schema: RunSummarySchema,
  },
  { name: 'proposal', version: 1, title: 'What measurand propose gives', schema: ProposalSchema },
  {
    name: 'proposal-measure',
    version: 1,
    title: 'What measurand propose measure gives',
    schema: ProposalMeasureSchema,
  },
  { name: 'prices', version: 1, title: 'A dated catalogue of prices', schema: PricesSchema },
  { name: 'probe-matrix', version: 1, title: 'matrix.json of measurand probe', schema: ProbeMatrixSchema },
  { name: 'results', version: 1, title: 'What measurand stats gives of logs', schema: ResultsSchema },
  { name: 'segment', version: 1, title: "One line of an archive's episode log", schema: SegmentLine },
  { name: 'stats', version: 1, title: 'What measurand stats gives', schema: ArchiveStatsSchema },
  { name: 'study', version: 1, title: 'A study file, for measurand run', schema: StudyFile },
  { name: 'study-analysis', version: 1, title: 'What a study concludes', schema: StudyAnalysisSchema },
  { name: 'study-report', version: 1, title: "report.json of a study's report", schema: StudyReportSchema },
  { name: 'trace', version: 1, title: 'trace.json of a trace', schema: TraceHeaderSchema },
  { name: 'trace-event', version: 1, title: 'One line of events.jsonl of a trace', schema: TraceEventSchema },
  {
    name: 'trial-judgement',
    version: 1,
    title: 'judgement.json of an episode that is a judgement of a run of a trial',
    schema: KeptJudgementSchema,
  },
  { name: 'trial-report', version: 1, title: 'What measurand trial run gives', schema: TrialReportSchema },
  { name: 'trial-review', version: 1, title: 'A file of validations by review', schema: TrialReviewSchema },
  {
    name: 'trial-run',
    version: 1,
    title: 'run.json of an episode that is a run of a trial',
    schema: KeptRunSchema,
  },
  {
    name: 'target-audit',
    version: 1,
    title: 'audit.json of a released scorer',
    schema: TargetAuditSchema,
  },
  { name: 'timing', version: 1, title: 'timing.json of an archive', schema: TimingFile },
];

/** The JSON Schema (draft 2020-12) of a format. Equal code gives equal bytes. */
export function jsonSchemaOf({ name, version, title, schema }: PublishedSchema): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  return { $schema, $id: `urn:measurand:${name}:${version}`, title, ...rest } as unknown as JsonObject;
}

/** The file in `schemas/` that holds it. */
export function schemaFile({ name, version }: PublishedSchema): string {
  return `${name}-${version}.schema.json`;
}
