/** A line without its line feed. `bytes` is null where it is longer than the limit. */
export interface Line {
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array | null;
  /** False for a last line without a line feed. */
  readonly ended: boolean;
}

const LINE_FEED = 10;

/** Longest line that is read, in bytes: a JavaScript string cannot be much longer. */
export const LONGEST_LINE = 256 << 20;

/** Cuts bytes into lines. Holds one line at a time, and of a line that is too long nothing. */
export function* linesOf(chunks: Iterable<Uint8Array>, longest = LONGEST_LINE): Generator<Line> {
  let number = 1;
  let offset = 0;
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (ended: boolean): Line => {
    const bytes = length > longest ? null : held.length === 1 ? (held[0] ?? null) : Buffer.concat(held);
    const line = { number, offset, length, bytes, ended };
    number += 1;
    offset += length + 1;
    held = [];
    length = 0;
    return line;
  };
  for (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      length += end - start;
      if (length <= longest) held.push(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    if (start === chunk.length) continue;
    length += chunk.length - start;
    if (length <= longest) held.push(chunk.subarray(start));
    else held = [];
  }
  if (length > 0) yield take(false);
}
