import { z } from 'zod';
import type { EpisodeArchive } from '../../archive/archive.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { CountSchema, DigestSchema, JsonValueSchema } from '../../core/schemas/json.ts';
import type { EvidencePacket } from '../../trials/criteria/packet.ts';

/** Tokens as the provider told them, each answer counted once. */
export const TokensSchema = z.strictObject({
  answered: CountSchema.describe('Requests that a model answered'),
  untold: CountSchema.describe('Of them, those whose answer says nothing of its tokens: they are in no sum'),
  input: CountSchema.describe('Cached ones too'),
  output: CountSchema,
  cached: CountSchema,
});

const Source = z.enum(['happened', 'committed', 'shown', 'persisted']);

/** A verdict as it is kept. */
export const KeptVerdictSchema = z.strictObject({
  criterion: z.string(),
  state: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  reason: z.string(),
  packet: DigestSchema,
  by: z.union([z.literal('rule'), z.strictObject({ judge: z.string() })]),
  missing: z.array(Source).optional(),
});

const LiveRunSchema = z.strictObject({
  model: z.string(),
  waits: z
    .array(z.strictObject({ code: z.string(), seconds: z.number() }))
    .describe('For a provider that was away or overloaded'),
  tokens: TokensSchema,
  moves: z
    .record(z.string(), z.array(z.string()))
    .describe('Calls of the model, by the key of the move that they stand for'),
  unexercised: z
    .array(z.string())
    .describe('Harness lines that rest on moves of which the model made none: that they hold shows nothing'),
});

/** What is kept of one run of a trial besides its scores: one document in the evidence of its episode. */
export const KeptRunSchema = z.strictObject({
  format: z.literal('measurand.trial-run/1'),
  trial: z.string(),
  seed: z.number().int(),
  harness: z.strictObject({ id: z.string(), version: z.string() }),
  isolation: z.enum(['namespaces', 'none']),
  agentLayer: z.enum(['live', 'pinned', 'none']),
  admission: z.union([
    z.strictObject({ admitted: z.literal(true) }),
    z.strictObject({ admitted: z.literal(false), reason: z.string() }),
  ]),
  verified: z.boolean().describe('What the anchor of truth says, unless a gate fired'),
  gates: z.array(z.string()),
  untried: z.array(z.strictObject({ key: z.string(), reason: z.string() })),
  verdicts: z.array(KeptVerdictSchema),
  bypassed: z.array(z.string()).exactOptional().describe('Zeros of mechanisms that the model avoided'),
  leftOut: z.array(z.string()).describe('Criteria that wait for a judge'),
  prepared: DigestSchema.describe('Of all that the harness was given'),
  live: LiveRunSchema.exactOptional().describe('Present when a live model answered'),
});
export type KeptRun = z.infer<typeof KeptRunSchema>;

const PacketSchema = z.strictObject({
  criterion: z.string(),
  items: z.array(
    z.strictObject({ source: Source, place: z.string(), value: JsonValueSchema, digest: DigestSchema }),
  ),
  missing: z.array(Source),
  leftOut: z.array(z.string()),
  digest: DigestSchema,
});

export const RUN_FILE = 'run.json';
/** The requests of the conversation as the model was shown them, one a line. */
export const SHOWN_FILE = 'shown.jsonl';
export const packetFile = (criterion: string): string => `packets/${criterion}.json`;

function jsonOf(archive: EpisodeArchive, record: EpisodeRecord, path: string): JsonValue | undefined {
  const digest = record.evidence?.[path];
  if (digest === undefined) return undefined;
  return JSON.parse(Buffer.from(archive.blob(digest)).toString('utf8')) as JsonValue;
}

function refuse(record: EpisodeRecord, path: string): never {
  throw new MeasurandError('archive-corrupt', `${path} of a trial's run is not in its form`, {
    kind: 'failed',
    record: record.id,
    next: 'Run measurand verify',
  });
}

/** What was kept of a run; undefined for an episode that never ran or is of something else. @throws MeasurandError `archive-corrupt` */
export function keptRun(archive: EpisodeArchive, record: EpisodeRecord): KeptRun | undefined {
  const value = jsonOf(archive, record, RUN_FILE);
  if (value === undefined) return undefined;
  const read = KeptRunSchema.safeParse(value);
  return read.success ? read.data : refuse(record, RUN_FILE);
}

/** The packet that a criterion was decided on. @throws MeasurandError `archive-corrupt` */
export function keptPacket(
  archive: EpisodeArchive,
  record: EpisodeRecord,
  criterion: string,
): EvidencePacket | undefined {
  const value = jsonOf(archive, record, packetFile(criterion));
  if (value === undefined) return undefined;
  const read = PacketSchema.safeParse(value);
  return read.success ? (read.data as EvidencePacket) : refuse(record, packetFile(criterion));
}
