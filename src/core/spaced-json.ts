import type { JsonValue } from './json.ts';

const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * JSON as the release writes it: `, ` and `: ` between the parts, keys in the order given, ASCII only.
 * Numbers are written in JavaScript's shortest form, so a float without a fraction needs its own text.
 */
export function spacedJson(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) text += `${text && ', '}${spacedJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, item] of Object.entries(value))
    text += `${text && ', '}${quoted(key)}: ${spacedJson(item)}`;
  return `{${text}}`;
}
