import { SPACES } from './text.ts';

const WORDS = new RegExp(`[^${SPACES}]+`, 'g');
const SPACE = new RegExp(`[${SPACES}]+`, 'g');
const REGEX_SPECIAL = /[\\\]^-]/g;

/** `text.split()`: the words between runs of Unicode white space. */
export function words(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

/** `re.sub(r"\s", "", text)`. */
export function withoutSpaces(text: string): string {
  return text.replace(SPACE, '');
}

/** `text.strip(characters)` for characters of the Basic Multilingual Plane. */
export function stripOf(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** `text.translate(str.maketrans("", "", characters))`. */
export function without(text: string, characters: string): string {
  const inClass = characters.replace(REGEX_SPECIAL, '\\$&');
  return text.replace(new RegExp(`[${inClass}]`, 'g'), '');
}
