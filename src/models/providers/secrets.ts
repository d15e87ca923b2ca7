import type { JsonValue } from '../../core/json.ts';
import type { Variables } from './endpoint.ts';

/** Names of variables that hold secrets, by their last word. */
const SECRET_NAME = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)$/i;
/** Shorter values are words that an answer may hold by chance. */
const SHORTEST = 12;

export const REDACTED = '[key removed]';

/** The part of a base64 text that is the same wherever the secret stands, for each of the three alignments. */
function inBase64(secret: string): readonly string[] {
  return [0, 1, 2].map((pad) => {
    const text = Buffer.concat([Buffer.alloc(pad), Buffer.from(secret)]).toString('base64');
    const first = pad === 0 ? 0 : 4;
    return text.slice(first, text.length - 4);
  });
}

function spellings(secret: string): readonly string[] {
  const base64 = inBase64(secret);
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = Buffer.from(secret).toString('hex');
  const escaped = JSON.stringify(secret).slice(1, -1);
  const derived = [escaped, encodeURIComponent(secret), hex, hex.toUpperCase(), ...base64, ...url];
  return [secret, ...derived.filter(({ length }) => length >= SHORTEST)];
}

/** Knows the secrets of a run, and takes them out of all that would be kept. */
export class Secrets {
  readonly #spellings: readonly Buffer[];

  /**
   * @param environment every variable whose name says that it is a secret counts as one
   * @param keys secrets whatever their length
   */
  constructor(environment: Variables, keys: readonly string[] = []) {
    const named = Object.entries(environment)
      .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= SHORTEST)
      .map(([, value]) => value as string);
    const all = [...new Set([...named, ...keys].filter((key) => key !== '').flatMap(spellings))];
    // Longest first, so that a key that holds another leaves nothing behind.
    this.#spellings = all.map((text) => Buffer.from(text)).sort((a, b) => b.length - a.length);
  }

  /** The bytes without any secret, and whether there was one. */
  clean(bytes: Buffer): { readonly bytes: Buffer; readonly found: boolean } {
    let rest = bytes;
    for (const spelling of this.#spellings) {
      if (!rest.includes(spelling)) continue;
      const text = rest.toString('latin1').replaceAll(spelling.toString('latin1'), REDACTED);
      rest = Buffer.from(text, 'latin1');
    }
    return { bytes: rest, found: rest !== bytes };
  }

  text(text: string): string {
    const { bytes, found } = this.clean(Buffer.from(text));
    return found ? bytes.toString() : text;
  }

  /** Strings and keys of a value, however deep. The same value comes back when nothing was found. */
  value<T extends JsonValue>(value: T): T {
    const cleaned = this.#value(value);
    return JSON.stringify(cleaned) === JSON.stringify(value) ? value : (cleaned as T);
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#value(item));
    const entries = Object.entries(value).map(([key, item]) => [this.text(key), this.#value(item)] as const);
    return Object.fromEntries(entries);
  }
}
