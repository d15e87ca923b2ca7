import type { JsonValue } from '../../core/json.ts';
import type { BodyField } from './body-field.ts';
import type { ShownPart } from './request-view.ts';

/** Text and other parts of one message or result. */
export interface Content {
  readonly text: string;
  readonly parts: readonly ShownPart[];
}

export const NO_CONTENT: Content = { text: '', parts: [] };

/** Bytes that base64 text stands for. */
function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/** A part that is not text: `data` where it holds base64, a data URL, or neither. */
export function otherPart(kind: string, whole: JsonValue | undefined, data?: JsonValue): ShownPart {
  if (typeof data !== 'string') return { kind, bytes: Buffer.byteLength(JSON.stringify(whole ?? null)) };
  const url = /^data:[^,]{0,200};base64,/.exec(data);
  if (url) return { kind, bytes: decodedLength(data.slice(url[0].length)) };
  if (/^[a-z][a-z0-9+.-]*:/i.test(data.slice(0, 40))) return { kind, bytes: Buffer.byteLength(data) };
  return { kind, bytes: decodedLength(data) };
}

/** Content that is either text or a list of parts, each read by `part`, whose text stands one part to a line. */
export function contentOf(
  field: BodyField,
  part: (item: BodyField, kind: string) => string | ShownPart,
): Content {
  if (field.absent) return NO_CONTENT;
  if (typeof field.value === 'string') return { text: field.value, parts: [] };
  const texts: string[] = [];
  const parts: ShownPart[] = [];
  for (const item of field.items()) {
    if (typeof item.value === 'string') {
      texts.push(item.value);
      continue;
    }
    const read = part(item, item.get('type').optionalText() ?? 'unknown');
    if (typeof read === 'string') texts.push(read);
    else parts.push(read);
  }
  return { text: texts.join('\n'), parts };
}
