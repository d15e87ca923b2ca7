import type { JsonValue } from '../../../core/json.ts';
import type { LineSpec } from '../line.ts';
import type { EvidenceItem } from '../packet.ts';
import { fileAfter } from '../select/world.ts';
import { quoted, ruled, when } from './spec.ts';

const textOfFile = ([file]: readonly EvidenceItem[]): string | undefined =>
  (file?.value as { readonly text?: string } | null | undefined)?.text;

/** V1: the deliverable holds a private value, to the byte. */
export function delivers(path: string, valueName: string): LineSpec {
  return ruled('V1', ['happened'], `${valueName} in ${path}`, {
    select: (evidence) => fileAfter(evidence, path),
    decide(items, values) {
      const text = textOfFile(items);
      if (text === undefined) return when(false, `${path} was not delivered as text`);
      const value = values[valueName] ?? '\0';
      return when(
        text.includes(value),
        `${value} ${text.includes(value) ? 'stands' : 'does not stand'} in ${quoted(text)}`,
      );
    },
  });
}

function parsed(text: string): { readonly json: JsonValue } | { readonly trouble: string } {
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch (cause) {
    return { trouble: (cause as Error).message };
  }
}

/** V1: a member of the deliverable, a JSON object, is a private value; a number counts as its digits. */
export function deliversMember(path: string, member: string, valueName = member): LineSpec {
  return ruled('V1', ['happened'], `${member} of ${path}`, {
    select: (evidence) => fileAfter(evidence, path),
    decide(items, values) {
      const text = textOfFile(items);
      if (text === undefined) return when(false, `${path} was not delivered as text`);
      const read = parsed(text);
      if ('trouble' in read) return when(false, `is no JSON: ${read.trouble}`);
      const found = (read.json as { readonly [key: string]: JsonValue } | null)?.[member];
      return when(
        String(found) === values[valueName],
        `${member} is ${JSON.stringify(found ?? null)}, due ${values[valueName]}`,
      );
    },
  });
}

/** V2: the deliverable is a JSON object with exactly these members. */
export function jsonWith(path: string, members: readonly string[]): LineSpec {
  return ruled('V2', ['happened'], `${path} is JSON with ${members.join(', ')}`, {
    select: (evidence) => fileAfter(evidence, path),
    decide(items) {
      const text = textOfFile(items);
      if (text === undefined) return when(false, `${path} was not delivered as text`);
      const read = parsed(text);
      if ('trouble' in read) return when(false, `is no JSON: ${read.trouble}`);
      const keys = Object.keys((read.json ?? {}) as object).sort((a, b) => (a < b ? -1 : 1));
      const wanted = [...members].sort((a, b) => (a < b ? -1 : 1));
      return when(JSON.stringify(keys) === JSON.stringify(wanted), `has ${keys.join(', ')}`);
    },
  });
}

/** V2: the deliverable's text matches, as a whole. */
export function textLike(path: string, pattern: RegExp, form: string): LineSpec {
  return ruled('V2', ['happened'], `${path}: ${form}`, {
    select: (evidence) => fileAfter(evidence, path),
    decide(items) {
      const text = textOfFile(items);
      return when(
        text !== undefined && pattern.test(text),
        text === undefined ? `${path} was not delivered` : quoted(text),
      );
    },
  });
}
