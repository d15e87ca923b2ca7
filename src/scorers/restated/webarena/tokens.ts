import { SPACES } from '../../../core/python/text.ts';

/** Whether the tokenizer parts a character from its neighbour; undefined where that is not told by these rules. */
type Parted = boolean | undefined;

const ALWAYS = new RegExp(`^[${SPACES};@#$%&?!*()\\[\\]{}<>"\\u2012-\\u2015\\u00ab\\u00bb\\u201c\\u201d]`);
const DIGIT = /^\p{Nd}/u;
const WORD = /^[\p{L}\p{N}_]/u;
const CLOSING = /^[\])}>"'»”’ ]*$/;
const APOSTROPHES = /^['`\u2018\u2019]/;

/** A comma or colon stays with a digit behind it; two in a row are read in pairs, which is left open. */
function partedAtComma(behind: string): Parted {
  if (/^[:,]/.test(behind)) return undefined;
  return !DIGIT.test(behind);
}

/** A full stop parts at the end of the text; where a sentence may end inside it, a trained splitter decides. */
function partedAtStop(behind: string): Parted {
  if (CLOSING.test(behind) || behind.startsWith('.')) return true;
  return WORD.test(behind) ? false : undefined;
}

function partedFrom(mark: string, behind: string): Parted {
  if (ALWAYS.test(mark)) return true;
  if (APOSTROPHES.test(mark)) return undefined;
  if (mark === ',' || mark === ':') return partedAtComma(behind);
  return mark === '-' && behind.startsWith('-');
}

function partedRight(text: string): Parted {
  if (text === '') return true;
  if (text.startsWith('.')) return partedAtStop(text.slice(1));
  return partedFrom(text.charAt(0), text.slice(1));
}

function partedLeft(text: string, character: string): Parted {
  const mark = text.at(-1);
  if (mark === undefined) return true;
  const before = text.at(-2) ?? '';
  if (mark === '.') return before === '.';
  if (mark === '-') return before === '-';
  if ((mark === ',' || mark === ':') && /[:,]/.test(before)) return undefined;
  return partedFrom(mark, character);
}

function isWordAt(text: string, at: number, word: string): Parted {
  const left = partedLeft(text.slice(Math.max(0, at - 2), at), word);
  const right = partedRight(text.slice(at + word.length));
  if (left === false || right === false) return false;
  return left && right ? true : undefined;
}

/**
 * Whether one letter or digit is a token of NLTK's word tokenizer, by its rules for punctuation. The rules of its trained
 * sentence splitter and of apostrophes are not restated.
 *
 * @returns undefined where those decide
 */
export function hasWord(text: string, word: string): boolean | undefined {
  let isOpen = false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const found: Parted = WORD.test(word) ? isWordAt(text, at, word) : undefined;
    if (found) return true;
    isOpen ||= found === undefined;
  }
  return isOpen ? undefined : false;
}
