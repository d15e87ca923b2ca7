import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** What one field of a tool's arguments must be. */
export type ArgumentKind = 'text' | 'integer' | 'texts';

export type ArgumentKinds = Readonly<Record<string, ArgumentKind>>;

type ArgumentValue<K extends ArgumentKind> = K extends 'text'
  ? string
  : K extends 'integer'
    ? number
    : readonly string[];

export type ReadArguments<T extends ArgumentKinds> =
  | { readonly ok: true; readonly values: { readonly [K in keyof T]: ArgumentValue<T[K]> } }
  | { readonly ok: false; readonly message: string };

const WANTED: Readonly<Record<ArgumentKind, string>> = {
  text: 'a text',
  integer: 'an integer',
  texts: 'a list of texts',
};

/**
 * Reads the arguments of a tool call against what the tool declares: every field is required, none other is taken,
 * nothing is converted. Absent arguments read as an empty object, which is what a tool without fields is called with.
 */
export function readArguments<T extends ArgumentKinds>(args: JsonValue, kinds: T): ReadArguments<T> {
  const given: unknown = args ?? {};
  if (!isJsonObject(given))
    return { ok: false, message: `The arguments must be an object, not ${shown(given)}` };
  const names = Object.keys(kinds);
  const extra = Object.keys(given).find((name) => !names.includes(name));
  if (extra !== undefined) {
    const takes = names.length === 0 ? 'no arguments' : `only ${names.join(', ')}`;
    return {
      ok: false,
      message: `There is no argument ${JSON.stringify(extra.slice(0, 40))}: this tool takes ${takes}`,
    };
  }
  for (const name of names) {
    if (!Object.hasOwn(given, name)) return { ok: false, message: `The argument ${name} is missing` };
    const kind = kinds[name] as ArgumentKind;
    if (!fits(given[name], kind)) {
      return { ok: false, message: `${name} must be ${WANTED[kind]}, not ${shown(given[name])}` };
    }
  }
  return { ok: true, values: given as { readonly [K in keyof T]: ArgumentValue<T[K]> } };
}

function fits(value: unknown, kind: ArgumentKind): boolean {
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'text') return typeof value === 'string';
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A value in an error message: what it is, never more than a few characters of it. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : String(value);
}
