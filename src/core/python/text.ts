/** What `str.strip` and `str.isspace` take for white space: a little more and a little less than JavaScript's `\s`. */
export const SPACES =
  '\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const NOT_SPACE = new RegExp(`[^${SPACES}]`);

const isSpace = (text: string, at: number): boolean => !NOT_SPACE.test(text.charAt(at));

/** `text.strip()`: Unicode white space is cut from both ends, U+001C to U+001F and U+0085 too, U+FEFF not. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text, start)) start += 1;
  while (end > start && isSpace(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Text as a file opened in text mode gives it: CRLF and a lone CR are read as LF. */
export function universalNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** `len(text)`: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) length -= 1;
  }
  return length;
}
