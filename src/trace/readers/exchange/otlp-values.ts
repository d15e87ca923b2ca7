import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parsed } from '../../source/json-lines.ts';

/** A value in the JSON form of OTLP as plain JSON. */
function plain(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const [kind] = Object.keys(value);
  const inner = kind === undefined ? null : (value[kind] ?? null);
  switch (kind) {
    case 'intValue':
      return typeof inner === 'string' && Number.isSafeInteger(Number(inner)) ? Number(inner) : inner;
    case 'arrayValue':
      return isJsonObject(inner) && Array.isArray(inner['values'])
        ? (inner['values'] as readonly JsonValue[]).map(plain)
        : [];
    case 'kvlistValue':
      return isJsonObject(inner) ? attributesOf(inner['values'] ?? null) : {};
    default:
      return inner;
  }
}

/** Attributes as an object. */
export function attributesOf(list: JsonValue | undefined): JsonObject {
  if (!Array.isArray(list)) return {};
  const object: Record<string, JsonValue> = {};
  for (const entry of list as readonly JsonValue[]) {
    if (isJsonObject(entry) && typeof entry['key'] === 'string')
      object[entry['key']] = plain(entry['value'] ?? null);
  }
  return object;
}

/** An attribute that is structured, or is written as JSON text. */
export function structured(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? (parsed(value).value ?? value) : value;
}
