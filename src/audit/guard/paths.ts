/**
 * Looks a dotted path up in a document; `[i]` and `.i` both index a list. Keys that themselves hold dots are written
 * in square brackets: `profiles[as-published].tasks[T3_duplicates]`.
 */
export function lookUp(document: unknown, path: string): unknown {
  let value = document;
  for (const [, plain, bracketed] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    const key = plain ?? bracketed ?? '';
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
