import { z } from 'zod';
import { canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { JsonValueSchema } from '../../core/schemas/json.ts';
import { isObject, type Path, valueAt, withValue } from '../falsify/places.ts';

const Pointer = z
  .string()
  .max(512)
  .regex(/^(\/[^/]*)*$/, 'a JSON Pointer begins every step with a slash');

export const PatchSchema = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.literal('add'), path: Pointer, value: JsonValueSchema }),
      z.strictObject({ op: z.literal('replace'), path: Pointer, value: JsonValueSchema }),
      z.strictObject({ op: z.literal('remove'), path: Pointer }),
      z.strictObject({ op: z.literal('copy'), from: Pointer, path: Pointer }),
      z.strictObject({ op: z.literal('move'), from: Pointer, path: Pointer }),
    ]),
  )
  .min(1)
  .max(64);

/** Changes to a JSON document, as RFC 6902 writes them; `test` is left out, since a probe makes no condition. */
export type Patch = z.infer<typeof PatchSchema>;
type Operation = Patch[number];

/** Nothing when an operation has no place in the document. */
type Patched = { readonly value: JsonValue } | undefined;

/** A step into a list: an index, or `-` for the place past the end. */
function indexOf(step: string, list: readonly JsonValue[]): number | undefined {
  if (step === '-') return list.length;
  return /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : undefined;
}

/** The steps of a pointer; nothing when one of them can lead nowhere. */
function pathOf(document: JsonValue, pointer: string): Path | undefined {
  const steps: (string | number)[] = [];
  let at: JsonValue | undefined = document;
  for (const raw of pointer.split('/').slice(1)) {
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    const step: string | number | undefined = Array.isArray(at) ? indexOf(name, at) : name;
    if (step === undefined) return undefined;
    steps.push(step);
    at = at === undefined ? undefined : valueAt(at, [step]);
  }
  return steps;
}

function added(document: JsonValue, path: Path, value: JsonValue): Patched {
  const last = path.at(-1);
  if (last === undefined) return { value };
  const parentPath = path.slice(0, -1);
  const parent = valueAt(document, parentPath);
  if (Array.isArray(parent)) {
    const at = Number(last);
    if (at > parent.length) return undefined;
    return { value: withValue(document, parentPath, parent.toSpliced(at, 0, value)) };
  }
  if (!isObject(parent)) return undefined;
  const grown = Object.fromEntries([
    ...Object.entries(parent).filter(([name]) => name !== last),
    [last, value],
  ]);
  return { value: withValue(document, parentPath, grown as JsonValue) };
}

function removed(document: JsonValue, path: Path): Patched {
  if (path.length === 0 || valueAt(document, path) === undefined) return undefined;
  return { value: withValue(document, path, undefined) };
}

function applied(document: JsonValue, operation: Operation): Patched {
  const path = pathOf(document, operation.path);
  if (!path) return undefined;
  if (operation.op === 'add') return added(document, path, operation.value);
  if (operation.op === 'remove') return removed(document, path);
  if (operation.op === 'replace')
    return valueAt(document, path) === undefined
      ? undefined
      : { value: withValue(document, path, operation.value) };
  const from = pathOf(document, operation.from);
  const value = from && valueAt(document, from);
  if (!from || value === undefined) return undefined;
  if (operation.op === 'copy') return added(document, path, value);
  const without = removed(document, from);
  const there = without && pathOf(without.value, operation.path);
  return without && there ? added(without.value, there, value) : undefined;
}

/** Copies of copies grow by powers of two, and share their parts until somebody writes them out. */
const MOST_VALUES = 200_000;

function tooLarge(document: JsonValue): boolean {
  const open: JsonValue[] = [document];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen + open.length > MOST_VALUES) return true;
    const value = open.pop() as JsonValue;
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return false;
}

/** The document after every operation in order; nothing when one has no place in it, when nothing changes, or
 * when it grows past any submission. */
export function patched(document: JsonValue, patch: Patch): JsonValue | undefined {
  let value = document;
  for (const operation of patch) {
    const next = applied(value, operation);
    if (!next || tooLarge(next.value)) return undefined;
    value = next.value;
  }
  return canonicalJson(value) === canonicalJson(document) ? undefined : value;
}
