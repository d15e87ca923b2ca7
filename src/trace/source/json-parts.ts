import { withoutBareNumbers } from './bare-numbers.ts';
import { ByteCursor } from './byte-cursor.ts';
import { parsed } from './json-lines.ts';
import type { SourceRecord } from './record.ts';

/** One part of a large document: a member outside its lists, or one item of a list. */
export interface JsonPart {
  /** Names from the top, with dots; of an item, the list's. */
  readonly path: string;
  /** Place in the list. */
  readonly index?: number;
  readonly value?: SourceRecord['value'];
  readonly trouble?: SourceRecord['trouble'];
}

export interface PartsWanted {
  /** Paths of lists that come item by item; an empty path is a list that is the whole document. */
  readonly lists: readonly string[];
  /** Members of items that are passed over without being held, and read as null. */
  readonly omit?: readonly string[];
}

/** Longest part that is held, in bytes, without what is passed over. */
const LONGEST_PART = 128 << 20;

const [BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET, COMMA, QUOTE] = [123, 91, 125, 93, 44, 34];

/** JSON text as a value; with bare NaN and Infinity, which Python writes into JSON, as null. */
export function parsedOrBare(text: string): Pick<JsonPart, 'value' | 'trouble'> {
  const read = parsed(text);
  if (read.trouble?.code !== 'invalid-json') return read;
  const bare = withoutBareNumbers(text);
  return bare === undefined ? read : parsed(bare);
}

/** A whole document or part as a value, or why it is none. */
export function partOf(bytes: Buffer | undefined): Pick<JsonPart, 'value' | 'trouble'> {
  if (bytes === undefined)
    return {
      trouble: {
        code: 'record-too-long',
        what: `is longer than ${LONGEST_PART} bytes, which no reader holds`,
      },
    };
  try {
    return parsedOrBare(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { trouble: { code: 'invalid-utf8', what: 'is not UTF-8 text' } };
  }
}

class Parts {
  readonly #cursor: ByteCursor;
  readonly #lists: ReadonlySet<string>;
  readonly #omit: ReadonlySet<string>;

  constructor(chunks: Iterable<Uint8Array>, { lists, omit = [] }: PartsWanted) {
    this.#cursor = new ByteCursor(chunks, LONGEST_PART);
    this.#lists = new Set(lists);
    this.#omit = new Set(omit);
  }

  *document(): Generator<JsonPart> {
    yield* this.#value('');
    if (this.#cursor.peek() !== -1) this.#cursor.fail();
  }

  *#value(path: string): Generator<JsonPart> {
    const first = this.#cursor.peek();
    if (first === BRACKET && this.#lists.has(path)) yield* this.#items(path);
    else if (first === BRACE && this.#leadsToList(path)) yield* this.#members(path);
    else {
      this.#cursor.keep();
      this.#cursor.skipValue();
      yield { path, ...partOf(this.#cursor.kept()) };
    }
  }

  #leadsToList(path: string): boolean {
    return path === '' || [...this.#lists].some((list) => list.startsWith(`${path}.`));
  }

  *#members(path: string): Generator<JsonPart> {
    this.#cursor.take(BRACE);
    while (this.#cursor.peek() !== CLOSE_BRACE) {
      const name = this.#cursor.name();
      yield* this.#value(path === '' ? name : `${path}.${name}`);
      if (this.#cursor.peek() === COMMA) this.#cursor.take(COMMA);
    }
    this.#cursor.take(CLOSE_BRACE);
  }

  *#items(path: string): Generator<JsonPart> {
    this.#cursor.take(BRACKET);
    for (let index = 0; this.#cursor.peek() !== CLOSE_BRACKET; index += 1) {
      this.#cursor.keep();
      this.#item();
      yield { path, index, ...partOf(this.#cursor.kept()) };
      if (this.#cursor.peek() === COMMA) this.#cursor.take(COMMA);
    }
    this.#cursor.take(CLOSE_BRACKET);
  }

  /** An item as it is kept: what is to be passed over stands in it as null. */
  #item(): void {
    const cursor = this.#cursor;
    if (cursor.peek() !== BRACE || this.#omit.size === 0) {
      cursor.skipValue();
      return;
    }
    cursor.take(BRACE);
    while (cursor.peek() === QUOTE || cursor.peek() === COMMA) {
      if (cursor.peek() === COMMA) {
        cursor.take(COMMA);
        continue;
      }
      if (!this.#omit.has(cursor.name())) {
        cursor.skipValue();
        continue;
      }
      cursor.peek();
      cursor.passOver('null');
    }
    cursor.take(CLOSE_BRACE);
  }
}

/**
 * Cuts a JSON document of any size into parts, holding one at a time. What breaks off or is no JSON is a last part with
 * its trouble; what came before it stands.
 */
export function* jsonParts(chunks: Iterable<Uint8Array>, wanted: PartsWanted): Generator<JsonPart> {
  try {
    yield* new Parts(chunks, wanted).document();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { path: '', trouble: { code: 'torn-document', what: error.message } };
  }
}
