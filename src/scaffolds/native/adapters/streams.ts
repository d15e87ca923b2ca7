import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

/** Standard output as JSON lines; a line that is no JSON stays text. */
export function jsonLines(stdout: string): JsonValue[] {
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return JSON.parse(line) as JsonValue;
      } catch {
        return line;
      }
    });
}

export function objectsOf(events: readonly JsonValue[]): JsonObject[] {
  return events.filter(isJsonObject);
}

/** The member at a path of names, if it is text. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  let at: JsonValue | undefined = value;
  for (const name of path) at = isJsonObject(at) ? at[name] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** `present('a', undefined)` is `{}`: an optional member that is only there when it is known. */
export function present<K extends string, V>(name: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [P in K]?: V });
}
