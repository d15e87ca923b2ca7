const [QUOTE, BACKSLASH, COLON, COMMA] = [34, 92, 58, 44];
const [BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [123, 91, 125, 93];

/** Bytes that matter outside of strings: quotes and the four brackets. */
const MATTERS = new Uint8Array(256);
for (const byte of [QUOTE, BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET]) MATTERS[byte] = 1;

const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;
const endsScalar = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);

/** Walks through the bytes of a JSON document, keeping what it is told to keep. Throws SyntaxError where it is none. */
export class ByteCursor {
  readonly #chunks: Iterator<Uint8Array>;
  readonly #longest: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #before = 0;
  #kept: Uint8Array[] | undefined;
  #keptBytes = 0;
  #from = 0;

  /** @param longest bytes that are kept at once; of more, nothing is */
  constructor(chunks: Iterable<Uint8Array>, longest: number) {
    this.#chunks = chunks[Symbol.iterator]();
    this.#longest = longest;
  }

  fail(): never {
    throw new SyntaxError(`breaks off or is no JSON at byte ${this.#before + this.#at}`);
  }

  #more(): boolean {
    this.#hold();
    const next = this.#chunks.next();
    this.#before += this.#bytes.length;
    this.#at = 0;
    this.#from = 0;
    this.#bytes = next.done ? new Uint8Array(0) : next.value;
    return !next.done;
  }

  #hold(): void {
    if (!this.#kept || this.#from >= this.#at) return;
    this.#keptBytes += this.#at - this.#from;
    if (this.#keptBytes <= this.#longest) this.#kept.push(this.#bytes.subarray(this.#from, this.#at));
    else this.#kept = [];
    this.#from = this.#at;
  }

  keep(): void {
    this.#kept = [];
    this.#keptBytes = 0;
    this.#from = this.#at;
  }

  /** What was kept; undefined when it was too long. */
  kept(): Buffer | undefined {
    this.#hold();
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    return this.#keptBytes > this.#longest ? undefined : Buffer.concat(kept);
  }

  /** Passes over a value without keeping it. `instead` is kept in its place. */
  passOver(instead: string): void {
    this.#hold();
    const kept = this.#kept;
    const bytes = this.#keptBytes;
    this.#kept = undefined;
    this.skipValue();
    this.#kept = kept;
    this.#keptBytes = bytes;
    this.#from = this.#at;
    kept?.push(Buffer.from(instead));
  }

  /** The next byte that is no white space; -1 at the end. */
  peek(): number {
    for (;;) {
      while (this.#at < this.#bytes.length) {
        const byte = this.#bytes[this.#at] as number;
        if (!isSpace(byte)) return byte;
        this.#at += 1;
      }
      if (!this.#more()) return -1;
    }
  }

  take(byte: number): void {
    if (this.peek() !== byte) this.fail();
    this.#at += 1;
  }

  #next(): number {
    if (this.#at >= this.#bytes.length && !this.#more()) this.fail();
    const byte = this.#bytes[this.#at] as number;
    this.#at += 1;
    return byte;
  }

  #skipString(): void {
    this.take(QUOTE);
    for (;;) {
      const bytes = this.#bytes;
      let at = this.#at;
      while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
      this.#at = at;
      if (at === bytes.length) {
        if (!this.#more()) this.fail();
        continue;
      }
      this.#at += 1;
      if (bytes[at] === QUOTE) return;
      this.#next();
    }
  }

  /** The next byte that is a quote or a bracket, without taking it. */
  #nextThatMatters(): number {
    for (;;) {
      const bytes = this.#bytes;
      let at = this.#at;
      while (at < bytes.length && MATTERS[bytes[at] as number] === 0) at += 1;
      this.#at = at;
      if (at < bytes.length) return bytes[at] as number;
      if (!this.#more()) this.fail();
    }
  }

  #skipNested(): void {
    let depth = 0;
    do {
      const byte = this.#nextThatMatters();
      if (byte === QUOTE) this.#skipString();
      else {
        this.#at += 1;
        depth += byte === BRACE || byte === BRACKET ? 1 : -1;
      }
    } while (depth > 0);
  }

  skipValue(): void {
    const first = this.peek();
    if (first === QUOTE) this.#skipString();
    else if (first === BRACE || first === BRACKET) this.#skipNested();
    else if (first === -1 || endsScalar(first) || first === COLON) this.fail();
    else this.#skipScalar();
  }

  #skipScalar(): void {
    for (;;) {
      while (this.#at < this.#bytes.length) {
        if (endsScalar(this.#bytes[this.#at] as number)) return;
        this.#at += 1;
      }
      if (!this.#more()) return;
    }
  }

  /** A member's name and its colon. */
  name(): string {
    const outer = this.#kept;
    if (outer) this.#hold();
    this.peek();
    const start = this.#at;
    const holding = { kept: this.#kept, bytes: this.#keptBytes, from: this.#from };
    const parts: Uint8Array[] = [];
    this.#kept = parts;
    this.#keptBytes = 0;
    this.#from = start;
    this.#skipString();
    this.#hold();
    const text = Buffer.concat(this.#kept).toString('utf8');
    this.#kept = holding.kept;
    this.#keptBytes = holding.bytes;
    if (holding.kept) {
      holding.kept.push(Buffer.from(text));
      this.#keptBytes += text.length;
    }
    this.#from = this.#at;
    this.take(COLON);
    return JSON.parse(text) as string;
  }
}
