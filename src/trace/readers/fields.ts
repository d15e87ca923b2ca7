import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { NotUnderstood } from '../building/builder.ts';
import type { OtherPart } from '../payload.ts';

const EMPTY: JsonObject = {};

export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' ? value : undefined;
}

export function flagAt(object: JsonObject, key: string): boolean | undefined {
  const value = object[key];
  return typeof value === 'boolean' ? value : undefined;
}

/** An object, or an empty one: for what a source may leave out. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : EMPTY;
}

export function listAt(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object[key];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** @throws NotUnderstood where the field is absent or of another type */
export function needText(object: JsonObject, key: string): string {
  const value = object[key];
  if (typeof value !== 'string') throw new NotUnderstood(key, `has no text in ${key}`);
  return value;
}

/** @throws NotUnderstood where the field is absent or of another type */
export function needObject(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  if (!isJsonObject(value)) throw new NotUnderstood(key, `has no object in ${key}`);
  return value;
}

/** @throws NotUnderstood where the field is absent or of another type */
export function needList(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object[key];
  if (!Array.isArray(value)) throw new NotUnderstood(key, `has no list in ${key}`);
  return value as readonly JsonValue[];
}

/** @throws NotUnderstood where the field is absent */
export function needAny(object: JsonObject, key: string): JsonValue {
  const value = object[key];
  if (value === undefined) throw new NotUnderstood(key, `has no ${key}`);
  return value;
}

/** An entry of a payload only where it is known: absent differs from empty. */
export function known<K extends string, V>(key: K, value: V | undefined | null): { readonly [P in K]?: V } {
  return value === undefined || value === null ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

export interface TextAndParts {
  readonly text?: string;
  readonly parts: readonly OtherPart[];
}

function isText(kind: string | undefined): boolean {
  return (
    kind === undefined ||
    kind === 'text' ||
    kind === 'input_text' ||
    kind === 'output_text' ||
    kind === 'Text'
  );
}

function textOf(block: JsonValue): string | undefined {
  if (typeof block === 'string') return block;
  return isJsonObject(block) && isText(textAt(block, 'type')) ? textAt(block, 'text') : undefined;
}

function otherOf(block: JsonValue): OtherPart {
  const kind = isJsonObject(block) ? (textAt(block, 'type') ?? Object.keys(block)[0]) : undefined;
  return { kind: kind ?? 'unknown', bytes: Buffer.byteLength(JSON.stringify(block)) };
}

/** Content that is text or a list of blocks: text joined line by line, and the rest by kind and size. Absent where there is no content at all. */
export function contentOf(content: JsonValue | undefined): TextAndParts {
  if (typeof content === 'string') return { text: content, parts: [] };
  if (isJsonObject(content)) return contentOf([content]);
  if (!Array.isArray(content)) return { parts: [] };
  const blocks = content as readonly JsonValue[];
  const texts = blocks.map(textOf).filter((text) => text !== undefined);
  const parts = blocks.filter((block) => textOf(block) === undefined).map(otherOf);
  return { ...(texts.length > 0 || blocks.length === 0 ? { text: texts.join('\n') } : {}), parts };
}

/** Milliseconds since 1970, or a text, as the source writes it. */
export function timeOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
