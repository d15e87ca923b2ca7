import { z } from 'zod';
import type { EpisodeCoordinates, ModelMove } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { PROVIDER_ERRORS, type ProviderErrorCode } from '../providers/errors.ts';

export const RECORDING_FORMAT = 'measurand.recording/1';

/** What the chain of a recording begins with. */
export const CHAIN_NAME = 'recording';

/** Any JSON value, looked into no further: it may be as deep as a model likes. */
const Json = z.unknown().refine((value) => value !== undefined) as unknown as z.ZodType<JsonValue>;

/** Bytes as text where they are UTF-8, else in base64. */
const Bytes = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]);

/** The body of a request, as what differs from the one before it in the same attempt: conversations only grow. */
const RequestBody = z.strictObject({
  sha256: DigestSchema,
  /** Bytes that are the same at the beginning, and at the end. */
  head: CountSchema,
  tail: CountSchema,
  middle: Bytes,
});

const Headers = z.record(z.string(), z.string());

const Wire = z.strictObject({
  request: z.strictObject({ method: z.string(), path: z.string(), headers: Headers, body: RequestBody }),
  response: z
    .strictObject({
      status: z.int(),
      headers: Headers,
      body: Bytes,
      end: z.enum(['complete', 'cut', 'too-large', 'aborted', 'too-late']),
      withheld: z.literal(true).exactOptional(),
    })
    .exactOptional(),
});
export type RecordedWire = z.infer<typeof Wire>;

const Call = z.strictObject({
  id: z.string(),
  name: z.string(),
  args: Json,
  carry: Json.exactOptional(),
});

const Move = z.strictObject({
  text: z.string(),
  calls: z.array(Call),
  stop: z.enum(['end', 'length']),
  usage: z.strictObject({ input: CountSchema, output: CountSchema }).exactOptional(),
  remarks: z.array(z.string()).exactOptional(),
}) satisfies z.ZodType<ModelMove>;

const CODES = Object.keys(PROVIDER_ERRORS) as [ProviderErrorCode, ...ProviderErrorCode[]];

const Failure = z.strictObject({
  code: z.enum(CODES),
  message: z.string(),
  status: z.int().exactOptional(),
  retryAfterSeconds: z.number().nonnegative().exactOptional(),
});
export type RecordedFailure = z.infer<typeof Failure>;

const Header = z.strictObject({ kind: z.literal('recording'), format: z.literal(RECORDING_FORMAT) });

/** Opens an attempt at an episode. A later attempt at the same one takes the place of an earlier. */
const Opening = z.strictObject({
  kind: z.literal('episode'),
  episode: DigestSchema,
  attempt: CountSchema,
  /** As the model said of itself. */
  holdsLimit: z.literal(true).exactOptional(),
  coordinates: z.looseObject({
    model: z.string(),
    task: z.string(),
    scaffold: z.string(),
    seed: CountSchema,
  }),
});

const Exchange = z.strictObject({
  kind: z.literal('exchange'),
  episode: DigestSchema,
  attempt: CountSchema,
  /** 0-based within the attempt. */
  turn: CountSchema,
  /** Digest of the view that the model decided from. */
  view: DigestSchema,
  move: Move.exactOptional(),
  error: Failure.exactOptional(),
  /** Absent for a model that asks nobody. */
  wire: Wire.exactOptional(),
});

/** One line of a recording, without the chain around it. */
export const RecordingLine = z.discriminatedUnion('kind', [Header, Opening, Exchange]);
export type RecordingLine = z.infer<typeof RecordingLine>;
export type RecordedExchange = z.infer<typeof Exchange>;

/** A line as it stands in the file. */
export const RecordingFileLine = z.strictObject({
  digest: DigestSchema.describe('Digest of `previous` and of the record; the next line names it'),
  previous: DigestSchema,
  record: RecordingLine,
});

/** Coordinates as they stand in a recording. */
export function coordinatesJson(coordinates: EpisodeCoordinates): z.infer<typeof Opening>['coordinates'] {
  return { ...coordinates };
}
