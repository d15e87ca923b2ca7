/** Characters that take two columns on a terminal: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
/** Characters that take none: combining marks, the joiner and variation selectors. */
const ZERO = /\p{Mn}|\p{Me}|\u200D|[\uFE00-\uFE0F]/u;

function columnsOf(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Terminal columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The text with spaces up to a width; longer text is left whole. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function pieces(word: string, width: number): string[] {
  const cut: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && displayWidth(piece + character) > width) {
      cut.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...cut, piece];
}

/** Lines of at most `width` columns, broken at white space; a word that is longer than a line is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const cut = pieces(word, width);
    lines.push(...cut.slice(0, -1));
    line = cut.at(-1) ?? '';
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}
