import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

export const objectAt = (value: JsonValue | undefined, name: string): JsonObject | undefined => {
  const own = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(own) ? own : undefined;
};

export const textAt = (value: JsonValue | undefined, name: string): string | undefined => {
  const own = isJsonObject(value) ? value[name] : undefined;
  return typeof own === 'string' ? own : undefined;
};

export const numberAt = (value: JsonValue | undefined, name: string): number | undefined => {
  const own = isJsonObject(value) ? value[name] : undefined;
  return typeof own === 'number' ? own : undefined;
};

export const listAt = (value: JsonValue | undefined, name: string): readonly JsonValue[] => {
  const own = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(own) ? (own as readonly JsonValue[]) : [];
};

/** An id that logs write as a number or as text. */
export function idAt(value: JsonValue | undefined, name: string): string | undefined {
  const own = isJsonObject(value) ? value[name] : undefined;
  return typeof own === 'string' || typeof own === 'number' ? String(own) : undefined;
}

/** What is handed in as one text: text itself, or the texts of content blocks. */
export function contentText(content: JsonValue | undefined): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = (content as readonly JsonValue[]).flatMap((block) => textAt(block, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}
