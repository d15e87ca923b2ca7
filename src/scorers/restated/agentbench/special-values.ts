import { strip } from '../../../core/python/text.ts';

const ZERO_WORDS: readonly string[] = [
  'none',
  'null',
  'undefined',
  'nan',
  'inf',
  'infinity',
  '-inf',
  '-infinity',
  '',
];

/** A percent sign is dropped, then thousands separators; words for nothing and for no number become 0. */
export function normalizeValue(value: string): string {
  const text = strip(value);
  if (text.endsWith('%')) return strip(text.slice(0, -1));
  const isBracketed = text.startsWith('[') || text.endsWith(']');
  const plain = isBracketed ? text : text.replaceAll(',', '');
  return ZERO_WORDS.includes(plain.toLowerCase()) ? '0' : plain;
}
