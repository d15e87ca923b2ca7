import { z } from 'zod';
import { EPISODE_STATES, type EpisodeRecord, type Score } from '../contracts/index.ts';
import { CountSchema, DigestSchema, JsonObjectSchema } from './json.ts';
import { schemaOf } from './schema-of.ts';

export const OWNERS = ['model', 'scaffold', 'environment'] as const;

const Coordinates = z.strictObject({
  suite: z.string(),
  profile: z.string(),
  task: z.string(),
  seed: CountSchema,
  model: z.string(),
  scaffold: z.string(),
  protocol: z.enum(['single', 'chunked', 'by-id']),
  arm: z.string().describe('Arm of an experiment; empty when there is none'),
  settings: JsonObjectSchema.describe('Task settings and limits in force'),
});

export const ScoreSchema = schemaOf<Score>()(
  z.strictObject({
    scorer: z.string(),
    value: z.number(),
    parts: z.record(z.string(), z.number()).describe("Named components in the scorer's own units"),
    notes: z.array(z.string()),
  }),
);

const Counts = z.strictObject({
  requests: CountSchema,
  served: CountSchema,
  faults: CountSchema,
  rejected: CountSchema,
  refused: CountSchema,
  modelTurns: CountSchema,
  shownCharacters: CountSchema,
  cutCharacters: CountSchema,
  waitSeconds: z.number().nonnegative().describe('Seconds of waiting that were asked for, not spent'),
});

/** One line of an archive's episode log. */
export const EpisodeRecordSchema = schemaOf<EpisodeRecord>()(
  z.strictObject({
    format: z.literal('measurand.episode/1'),
    id: DigestSchema.describe('Digest of the coordinates'),
    coordinates: Coordinates,
    state: z.enum(EPISODE_STATES),
    stop: z.string().describe('Why the episode ended'),
    scores: z.array(ScoreSchema),
    decisions: z.array(
      z.strictObject({
        decision: z.string(),
        owner: z.enum(OWNERS),
        choice: z.string(),
        count: CountSchema,
      }),
    ),
    counts: Counts,
    faultsSeen: z.array(z.string()),
    submission: z.record(z.string(), DigestSchema).exactOptional(),
    payload: z
      .strictObject({ data: DigestSchema, metadata: DigestSchema, log: DigestSchema })
      .exactOptional(),
    trace: DigestSchema.exactOptional(),
    evidence: z
      .record(z.string(), DigestSchema)
      .exactOptional()
      .describe('What an episode under a native harness left, by path'),
    error: z.strictObject({ code: z.string(), message: z.string() }).exactOptional(),
  }),
);
