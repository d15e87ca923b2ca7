const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Most bytes of one line, without its end. */
export const MOST_LINE_BYTES = 8 * 2 ** 20;

/** What came out of the bytes: a line's bytes, or notice of one that was too long to keep. */
export type SplitLine = Uint8Array | 'too-long';

/**
 * Cuts a stream of bytes into lines at the line feed alone: a carriage return before it belongs to the end of the
 * line, and the line and paragraph separators of Unicode are ordinary characters. Holds at most one line in memory;
 * a longer one is dropped to its end and reported once.
 */
export class LineSplitter {
  #held: Uint8Array[] = [];
  #bytes = 0;
  #dropping = false;
  readonly #most: number;

  constructor(most = MOST_LINE_BYTES) {
    this.#most = most;
  }

  /** Whether bytes of an unfinished line are at hand. */
  get unfinished(): boolean {
    return this.#bytes > 0 || this.#dropping;
  }

  /** The lines that these bytes finish. */
  push(chunk: Uint8Array): SplitLine[] {
    const lines: SplitLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.#hold(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#hold(chunk.subarray(from));
    return lines;
  }

  #hold(part: Uint8Array): void {
    if (this.#dropping || part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > this.#most + 1) {
      this.#dropping = true;
      this.#held = [];
      return;
    }
    this.#held.push(part);
  }

  #take(): SplitLine {
    const whole = Buffer.concat(this.#held);
    const ends = whole.at(-1) === CARRIAGE_RETURN ? whole.length - 1 : whole.length;
    const tooLong = this.#dropping || ends > this.#most;
    this.#held = [];
    this.#bytes = 0;
    this.#dropping = false;
    return tooLong ? 'too-long' : whole.subarray(0, ends);
  }
}
