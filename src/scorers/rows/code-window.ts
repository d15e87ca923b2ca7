/** UTF-16 units held at a time: small enough to stay in cache, and what bounds the memory of a scan. */
const UNITS = 2 ** 16;

/** Room for the units of one window, and for the 0 after them. */
class Frame {
  readonly bytes = Buffer.allocUnsafeSlow(2 * (UNITS + 1));
  readonly codes = new Uint16Array(this.bytes.buffer, this.bytes.byteOffset, UNITS + 1);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
}

/** The frame of a scan that has ended, for the next: making one costs as much as judging a dozen rows. */
let spare: Frame | undefined;

/**
 * A stretch of a text as an array of UTF-16 units, moved along the text as it is scanned. Reading units from a typed array
 * is several times as fast as `charCodeAt`. After the last unit held stands a 0, which no row can contain.
 */
export class CodeWindow {
  readonly text: string;
  /** Offset in the text of the first unit held. */
  base = 0;
  /** Units held. */
  length = 0;
  readonly codes: Uint16Array;
  /** The same units, for comparing several at a time. */
  readonly view: DataView;
  readonly #frame: Frame;

  constructor(text: string) {
    this.text = text;
    this.#frame = spare ?? new Frame();
    spare = undefined;
    this.codes = this.#frame.codes;
    this.view = this.#frame.view;
    this.moveTo(0);
  }

  /** Whether the window reaches the end of the text. */
  get atEnd(): boolean {
    return this.base + this.length === this.text.length;
  }

  moveTo(base: number): void {
    this.base = base;
    this.length = Math.min(this.text.length - base, UNITS);
    this.#frame.bytes.write(this.text.slice(base, base + this.length), 'utf16le');
    this.codes[this.length] = 0;
  }

  /** Ends the use of the window: the units may be overwritten from now on. */
  release(): void {
    spare = this.#frame;
  }
}
