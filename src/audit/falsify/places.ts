import type { JsonObject, JsonValue } from '../../core/json.ts';

export type Path = readonly (string | number)[];

/** A value inside a document, and where it stands. */
export interface Place {
  readonly path: Path;
  readonly value: JsonValue;
}

/** Places beyond this many are not looked at: a hostile submission may be huge. */
const MOST_PLACES = 20_000;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function children(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (Array.isArray(value)) return value.map((item, at) => [at, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

/** Every value of a document, the document itself first. */
export function placesOf(document: JsonValue): readonly Place[] {
  const places: Place[] = [{ path: [], value: document }];
  for (let at = 0; at < places.length && places.length < MOST_PLACES; at += 1) {
    const { path, value } = places[at] as Place;
    for (const [key, child] of children(value)) places.push({ path: [...path, key], value: child });
  }
  return places;
}

/** The value at a path, or nothing. */
export function valueAt(document: JsonValue, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** The document with another value at a path that it has; nothing at the path with `undefined`. */
export function withValue(document: JsonValue, path: Path, value: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? null;
  const inner = valueAt(document, [key]);
  const changed = rest.length === 0 ? value : withValue(inner ?? null, rest, value);
  if (Array.isArray(document)) {
    const at = key as number;
    return changed === undefined ? document.toSpliced(at, 1) : document.with(at, changed);
  }
  const entries = Object.entries(document as JsonObject);
  return Object.fromEntries(
    entries.flatMap(([name, kept]): [string, JsonValue][] => {
      if (name !== key) return [[name, kept]];
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

/** A path as a person reads it, such as `actions[4].kwargs.order_id`; `whole` for the document itself. */
export function pathText(path: Path): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
  return text === '' ? 'whole' : text;
}
