import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { blobsOf, checkEpisodeId } from '../../archive/episode-digests.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { EpisodeRecordSchema } from '../../core/schemas/episode.ts';
import { DigestSchema } from '../../core/schemas/json.ts';

/** An answer that unpacks to more is refused, so that a forged one cannot fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Most text repeats itself: the fastest setting takes it to a tenth already. */
const LEVEL = 1;

const Reason = { code: z.string().max(200), message: z.string().max(10_000) };

const AnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    format: z.literal('measurand.answer/1'),
    type: z.literal('episode'),
    record: EpisodeRecordSchema,
    /** Texts by digest; those that pass by a place that all see are left out. */
    blobs: z.record(DigestSchema, z.string()),
  }),
  z.strictObject({
    format: z.literal('measurand.answer/1'),
    type: z.literal('aside'),
    episode: DigestSchema,
    ...Reason,
  }),
  z.strictObject({
    format: z.literal('measurand.answer/1'),
    type: z.literal('stop'),
    kind: z.enum(['failed', 'input', 'unsupported', 'apparatus']),
    ...Reason,
  }),
]);

/**
 * What a worker says of a job: the episode that it ran; that the episode is set aside, with the reason; or that nothing
 * can be run until somebody mends something, such as a wrong key.
 */
export type Answer = z.infer<typeof AnswerSchema>;
export type EpisodeAnswer = Extract<Answer, { readonly type: 'episode' }>;

/** @throws MeasurandError `episode-too-large` for what no collector would unpack */
export function encodeAnswer(answer: Answer): Buffer {
  const bytes = Buffer.from(JSON.stringify(answer));
  if (bytes.length <= MOST_BYTES) return deflateRawSync(bytes, { level: LEVEL });
  throw new MeasurandError(
    'episode-too-large',
    `an episode of ${bytes.length} bytes is too large for the queue`,
    {
      kind: 'unsupported',
      next: 'Pass blobs by a place that all see: --blobs DIR or s3://BUCKET here and on every worker',
    },
  );
}

function invalid(what: string, cause?: unknown): MeasurandError {
  return new MeasurandError('invalid-answer', what, { kind: 'apparatus', cause });
}

function unpacked(bytes: Buffer): unknown {
  try {
    return JSON.parse(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8'));
  } catch (cause) {
    throw invalid('an answer cannot be unpacked', cause);
  }
}

/** What can be checked of an episode without knowing what was asked. */
function checkEpisode({ record, blobs }: EpisodeAnswer): void {
  checkEpisodeId(record as EpisodeRecord);
  const named = new Set(blobsOf(record as EpisodeRecord));
  for (const [digest, text] of Object.entries(blobs)) {
    if (!named.has(digest)) throw invalid('an answer brings a blob that its record does not name');
    if (sha256(text) !== digest) throw invalid('an answer brings a blob that is not that of its digest');
  }
}

/** @throws MeasurandError `invalid-answer`, `episode-id` */
export function decodeAnswer(bytes: Buffer): Answer {
  const value = unpacked(bytes);
  const read = AnswerSchema.safeParse(value);
  if (!read.success) {
    throw invalid(`an answer has no sound ${read.error.issues[0]?.path.join('.') || 'form'}`);
  }
  // As it came, not as it was parsed: the digest covers the value that was sent.
  const answer = value as Answer;
  if (answer.type === 'episode') checkEpisode(answer);
  return answer;
}
