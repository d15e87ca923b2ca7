/** UTF-16 units held at a time: small enough to stay in cache, and what bounds the memory of a scan. */
const UNITS = 2 ** 16;

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
  readonly #bytes: Buffer;

  constructor(text: string) {
    this.text = text;
    const units = Math.min(text.length, UNITS);
    this.#bytes = Buffer.allocUnsafeSlow(2 * (units + 1));
    const { buffer, byteOffset } = this.#bytes;
    this.codes = new Uint16Array(buffer, byteOffset, units + 1);
    this.view = new DataView(buffer, byteOffset, 2 * (units + 1));
    this.moveTo(0);
  }

  /** Whether the window reaches the end of the text. */
  get atEnd(): boolean {
    return this.base + this.length === this.text.length;
  }

  moveTo(base: number): void {
    this.base = base;
    this.length = Math.min(this.text.length - base, UNITS);
    this.#bytes.write(this.text.slice(base, base + this.length), 'utf16le');
    this.codes[this.length] = 0;
  }
}
