import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import { isObject } from './places.ts';

/** Deeper than this a generated value is as small as its schema allows. */
const DEEPEST = 6;

const WORDS = ['alpha', 'beta', 'gamma', 'zzq', 'Ada Lovelace', '', '0', 'null', 'naïve', 'a b'];

/** A schema with its `$ref`s followed, and one branch of each choice taken. */
export function resolved(schema: JsonValue | undefined, root: JsonObject, random: Random): JsonObject {
  let at: JsonValue | undefined = schema;
  for (let steps = 0; steps < 50; steps += 1) {
    if (!isObject(at)) return {};
    const branches = at['oneOf'] ?? at['anyOf'];
    if (typeof at['$ref'] === 'string') at = pointed(at['$ref'], root);
    else if (Array.isArray(branches) && branches.length > 0) at = random.choice(branches);
    else return at;
  }
  throw new MeasurandError('invalid-schema', 'a `$ref` of the schema leads back to itself', {
    next: 'Give a schema whose references end',
  });
}

function pointed(reference: string, root: JsonObject): JsonValue {
  const keys = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  let at: JsonValue | undefined = root;
  for (const key of keys) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) ? at[name] : Array.isArray(at) ? at[Number(name)] : undefined;
  }
  if (at !== undefined && reference.startsWith('#')) return at;
  throw new MeasurandError('invalid-schema', `the schema refers to ${JSON.stringify(reference)}`, {
    next: 'Only references within the schema itself are followed',
  });
}

export function typeOf(schema: JsonObject, random: Random): string {
  const { type } = schema;
  if (Array.isArray(type)) return String(random.choice(type));
  if (typeof type === 'string') return type;
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

const bound = (schema: JsonObject, name: string, otherwise: number): number =>
  typeof schema[name] === 'number' ? schema[name] : otherwise;

function number(schema: JsonObject, whole: boolean, random: Random): number {
  const least = bound(schema, 'minimum', bound(schema, 'exclusiveMinimum', -1000) + 1e-9);
  const most = bound(schema, 'maximum', Math.max(least, bound(schema, 'exclusiveMaximum', 1000) - 1e-9));
  if (whole) {
    const from = Math.ceil(least);
    return from + random.below(Math.max(1, Math.min(2 ** 31, Math.floor(most) - from + 1)));
  }
  return least + random.random() * (most - least);
}

function text(schema: JsonObject, random: Random): string {
  const least = bound(schema, 'minLength', 0);
  return random
    .choice(WORDS)
    .padEnd(least, 'z')
    .slice(0, bound(schema, 'maxLength', 1e6));
}

function object(schema: JsonObject, root: JsonObject, random: Random, depth: number): JsonObject {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || (depth < DEEPEST && random.below(2) === 1))
      .map(([name, inner]) => [name, generate(inner, root, random, depth + 1)]),
  );
}

/** A value that a JSON Schema allows; patterns and formats are not looked at. */
export function generate(
  wanted: JsonValue | undefined,
  root: JsonObject,
  random: Random,
  depth = 0,
): JsonValue {
  const schema = resolved(wanted, root, random);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return random.choice(schema['enum']);
  switch (typeOf(schema, random)) {
    case 'integer':
      return number(schema, true, random);
    case 'number':
      return number(schema, false, random);
    case 'boolean':
      return random.below(2) === 1;
    case 'null':
      return null;
    case 'array': {
      const least = bound(schema, 'minItems', 0);
      const most = depth < DEEPEST ? bound(schema, 'maxItems', least + 3) : least;
      const length = least + random.below(Math.max(1, Math.min(most, least + 3) - least + 1));
      return Array.from({ length }, () => generate(schema['items'], root, random, depth + 1));
    }
    case 'object':
      return object(schema, root, random, depth);
    default:
      return text(schema, random);
  }
}
