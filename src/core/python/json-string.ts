import { jsonDecodeError } from './json-error.ts';

/** A string to its end, when there is nothing in it to decode and nothing to refuse. */
const PLAIN = /[ !#-[\]-\uffff]*"/y;
/** What ends a plain stretch: a quote, a backslash, a control character. */
const SPECIAL = /[^ !#-[\]-\uffff]/g;
const HEX_4 = /[0-9A-Fa-f]{4}/y;
const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export interface StringToken {
  readonly value: string;
  /** Index after the closing quote. */
  readonly end: number;
}

function hexUnit(text: string, at: number): number | undefined {
  HEX_4.lastIndex = at;
  const digits = HEX_4.exec(text)?.[0];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

/**
 * The UTF-16 unit of the escape whose `u` stands at `at`. Python wants one more character after the four digits, and
 * reads the low half of a pair together with the high half, so a broken low half is reported as a fault of its own.
 */
function unicodeEscape(text: string, at: number): string {
  const unit = at + 5 < text.length ? hexUnit(text, at + 1) : undefined;
  if (unit === undefined) throw jsonDecodeError('Invalid \\uXXXX escape', text, at);
  return String.fromCharCode(unit);
}

/** What the escape at `at` stands for, and where it ends; undefined when the text ends first. */
function readEscape(text: string, at: number): StringToken | undefined {
  const mark = text[at + 1];
  if (mark === undefined) return undefined;
  const simple = SIMPLE[mark];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  if (mark !== 'u') throw jsonDecodeError('Invalid \\escape', text, at);
  return { value: unicodeEscape(text, at + 1), end: at + 6 };
}

/**
 * Reads a JSON string as Python's strict reader does, from the character after its opening quote.
 *
 * @throws PythonError `JSONDecodeError`
 */
export function readJsonString(text: string, start: number): StringToken {
  PLAIN.lastIndex = start;
  if (PLAIN.test(text)) return { value: text.slice(start, PLAIN.lastIndex - 1), end: PLAIN.lastIndex };
  let value = '';
  let from = start;
  for (;;) {
    SPECIAL.lastIndex = from;
    const at = SPECIAL.exec(text)?.index ?? text.length;
    const mark = text[at];
    value += text.slice(from, at);
    if (mark === '"') return { value, end: at + 1 };
    if (mark !== undefined && mark !== '\\') throw jsonDecodeError('Invalid control character at', text, at);
    const decoded = readEscape(text, at);
    if (!decoded) throw jsonDecodeError('Unterminated string starting at', text, start - 1);
    value += decoded.value;
    from = decoded.end;
  }
}
