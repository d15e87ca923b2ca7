import { MeasurandError } from '../../core/errors.ts';
import { optionalDriver } from './optional.ts';

/** Most that a compressed file may grow to: what holds more is refused, not read in part. */
const MOST_BYTES = 4 * 2 ** 30;

export type Unpack = (chunks: Iterable<Uint8Array>, file: string) => Generator<Uint8Array>;

const PIECE = 1 << 16;

/** Raised where a compressed stream breaks off or is damaged; what came before it was yielded. */
export class TornStream extends Error {}

function* pieces(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
}

/**
 * Gives a decoder of zstd frames, one after another.
 *
 * @throws MeasurandError `missing-driver`; from the decoder `TornStream`, and MeasurandError `too-large`
 */
export async function zstdDecoder(): Promise<Unpack> {
  const { Decompress } = await optionalDriver('fzstd', 'a zstd file', () => import('fzstd'));
  return function* unzstd(chunks, file) {
    let ready: Uint8Array[] = [];
    let total = 0;
    const stream = new Decompress((data) => {
      ready.push(data.slice());
    });
    const feed = (data: Uint8Array, last: boolean): void => {
      try {
        stream.push(data, last);
      } catch (cause) {
        throw new TornStream('the compressed stream breaks off or is damaged', { cause });
      }
    };
    function* drain(): Generator<Uint8Array> {
      for (const data of ready) {
        total += data.length;
        if (total > MOST_BYTES)
          throw new MeasurandError('too-large', `unpacks to more than ${MOST_BYTES} bytes`, { file });
        yield data;
      }
      ready = [];
    }
    for (const chunk of chunks) {
      for (const piece of pieces(chunk)) {
        let torn: Error | undefined;
        try {
          feed(piece, false);
        } catch (error) {
          torn = error as Error;
        }
        yield* drain();
        if (torn) throw torn;
      }
    }
    feed(new Uint8Array(0), true);
    yield* drain();
  };
}
