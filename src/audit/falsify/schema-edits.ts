import { canonicalJson } from '../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import { isObject, type Path, valueAt, withValue } from './places.ts';
import { generate, resolved, typeOf } from './schema-values.ts';
import type { TypedEdit } from './typed-edit.ts';

/** A place of a submission with the part of the schema that speaks of it. */
interface Governed {
  readonly path: Path;
  readonly value: JsonValue;
  readonly schema: JsonObject;
}

/** How often another value is drawn before the place is given up. */
const DRAWS = 20;

function governed(submission: JsonValue, schema: JsonObject): readonly Governed[] {
  // Which branch of a choice governs a value is not told by the value; the seed keeps the pick the same every time.
  const random = new Random('schema:branches');
  const places: Governed[] = [{ path: [], value: submission, schema: resolved(schema, schema, random) }];
  for (let at = 0; at < places.length && places.length < 20_000; at += 1) {
    const { path, value, schema: own } = places[at] as Governed;
    const inner = (key: string): JsonValue | undefined =>
      Array.isArray(value) ? own['items'] : isObject(own['properties']) ? own['properties'][key] : undefined;
    const keys = Array.isArray(value) ? value.keys() : isObject(value) ? Object.keys(value) : [];
    for (const key of keys) {
      const child = valueAt(value, [key]) as JsonValue;
      places.push({
        path: [...path, key],
        value: child,
        schema: resolved(inner(String(key)), schema, random),
      });
    }
  }
  return places;
}

function otherValue({ value, schema }: Governed, root: JsonObject, random: Random): JsonValue | undefined {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn = generate(schema, root, random);
    if (canonicalJson(drawn) !== canonicalJson(value)) return drawn;
  }
  return undefined;
}

function removable({ path }: Governed, parent: Governed | undefined): boolean {
  const key = path.at(-1);
  if (!parent || key === undefined) return false;
  const { schema, value } = parent;
  if (Array.isArray(value)) return value.length > Number(schema['minItems'] ?? 0);
  return !(Array.isArray(schema['required']) && schema['required'].includes(key));
}

/**
 * Edits that a JSON Schema gives: another allowed value at one place, an optional part left out, an item too many.
 * What they make is still a submission that the schema allows, so that no scorer may refuse it for its form.
 */
export function schemaEdits(root: JsonObject): readonly TypedEdit[] {
  const edit = (id: string, title: string, apply: TypedEdit['apply']): TypedEdit => ({
    id,
    title,
    effect: 'degrading',
    apply,
  });
  return [
    edit('other_value', 'another value that the schema allows stands at one place', (submission, random) => {
      const place = random.choice(governed(submission, root));
      const value = otherValue(place, root, random);
      return value === undefined ? undefined : withValue(submission, place.path, value);
    }),
    edit('leave_out', 'a part that may be missing is missing', (submission, random) => {
      const places = governed(submission, root);
      const parent = ({ path }: Governed): Governed | undefined =>
        places.find(
          (one) => one.path.length === path.length - 1 && one.path.every((key, i) => key === path[i]),
        );
      const free = places.filter((place) => removable(place, parent(place)));
      return free.length === 0 ? undefined : withValue(submission, random.choice(free).path, undefined);
    }),
    edit('one_more', 'a list has one generated item more', (submission, random) => {
      const lists = governed(submission, root).filter(
        ({ value, schema }) =>
          Array.isArray(value) &&
          typeOf(schema, random) === 'array' &&
          value.length < Number(schema['maxItems'] ?? Number.POSITIVE_INFINITY),
      );
      if (lists.length === 0) return undefined;
      const { path, value, schema } = random.choice(lists);
      const more = [...(value as readonly JsonValue[]), generate(schema['items'], root, random)];
      return withValue(submission, path, more);
    }),
  ];
}
