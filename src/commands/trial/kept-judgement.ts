import { z } from 'zod';
import type { EpisodeArchive } from '../../archive/archive.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { KeptVerdictSchema } from './kept-run.ts';

/** The suite of episodes that are judgements of runs of trials: each run has one for each judge. */
export const JUDGEMENT_SUITE = 'trial-judgements';
export const JUDGEMENT_FILE = 'judgement.json';

const UsageSchema = z.strictObject({ input: CountSchema, output: CountSchema });

const JudgementSchema = z.strictObject({
  criterion: z.string(),
  judge: z.string(),
  sequence: CountSchema.describe('Of the questions of this run, from 0'),
  fixed: DigestSchema.describe('Of all verdicts that were final before the question'),
  packet: DigestSchema,
  prompt: z.array(z.strictObject({ role: z.enum(['system', 'user']), text: z.string() })),
  answer: z.string().nullable().describe('To the letter; null where none came'),
  usage: UsageSchema.exactOptional(),
  verdict: KeptVerdictSchema.exactOptional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).exactOptional(),
});

/** The rubrics of one run, judged: judgement.json of an episode of its own. */
export const KeptJudgementSchema = z.strictObject({
  format: z.literal('measurand.trial-judgement/1'),
  run: DigestSchema.describe('Id of the episode that is the run'),
  trial: z.string(),
  judge: z.string(),
  waits: z.array(z.strictObject({ code: z.string(), seconds: z.number() })),
  verdicts: z
    .array(KeptVerdictSchema)
    .describe('Of the judge, and zeros of lines for which there was nothing to ask about'),
  judgements: z.array(JudgementSchema).describe('Every question in its order'),
});
export type KeptJudgement = z.infer<typeof KeptJudgementSchema>;

/** Where the judgement of a run by a judge stands. */
export const judgementCoordinates = (
  { id, coordinates }: Pick<EpisodeRecord, 'id' | 'coordinates'>,
  judge: string,
): EpisodeCoordinates => ({
  ...coordinates,
  suite: JUDGEMENT_SUITE,
  model: judge,
  settings: { run: id },
});

/** The judgement that an episode holds; undefined for an episode of something else. @throws MeasurandError `archive-corrupt` */
export function keptJudgement(archive: EpisodeArchive, record: EpisodeRecord): KeptJudgement | undefined {
  const digest = record.evidence?.[JUDGEMENT_FILE];
  if (record.coordinates.suite !== JUDGEMENT_SUITE || digest === undefined) return undefined;
  const read = KeptJudgementSchema.safeParse(JSON.parse(Buffer.from(archive.blob(digest)).toString('utf8')));
  if (read.success) return read.data;
  throw new MeasurandError('archive-corrupt', `${JUDGEMENT_FILE} of a judgement is not in its form`, {
    kind: 'failed',
    record: record.id,
    next: 'Run measurand verify',
  });
}

/** Judgements that an archive holds, by judge and then by the run that they are of. */
export function keptJudgements(
  archive: EpisodeArchive,
): ReadonlyMap<string, ReadonlyMap<string, KeptJudgement>> {
  const judges = new Map<string, Map<string, KeptJudgement>>();
  for (const record of archive.records()) {
    const judgement = keptJudgement(archive, record);
    if (!judgement) continue;
    const own = judges.get(judgement.judge) ?? new Map<string, KeptJudgement>();
    judges.set(judgement.judge, own.set(judgement.run, judgement));
  }
  return judges;
}
