/** Nothing that JSON escapes, and nothing outside printable ASCII. */
const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\u007f-\uffff]/g;
const LONE_SURROGATE = /(\p{Surrogate})/u;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether a text stands in JSON as it is, between quotes, whatever `ensure_ascii` says. */
function isPlainText(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * A text as Python's `json.dumps` writes it. With `ensureAscii` every character outside ASCII is escaped; without it none
 * is, lone surrogates included, and such a text cannot then be encoded as UTF-8.
 */
export function writePythonString(text: string, ensureAscii: boolean): string {
  if (isPlainText(text)) return `"${text}"`;
  if (ensureAscii) return JSON.stringify(text).replace(BEYOND_ASCII, escaped);
  const parts = text.split(LONE_SURROGATE);
  return `"${parts.map((part, i) => (i % 2 === 1 ? part : JSON.stringify(part).slice(1, -1))).join('')}"`;
}
