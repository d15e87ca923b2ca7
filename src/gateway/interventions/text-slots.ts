import type { WireProtocol } from '../../trace/wire/request-view.ts';

/** A copy of a request body that is being changed. */
export type Mutable = { [key: string]: unknown };

/** A place in a body that holds text of a result. */
export interface TextSlot {
  read(): string;
  /** Empty text takes a part of a list out, since no provider takes empty parts. */
  write(text: string): void;
}

const isObject = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldSlot(holder: Mutable, field: string): TextSlot {
  return {
    read: () => (typeof holder[field] === 'string' ? holder[field] : ''),
    write: (text) => {
      holder[field] = text;
    },
  };
}

function partSlot(list: unknown[], part: Mutable): TextSlot {
  return {
    read: () => part['text'] as string,
    write: (text) => {
      part['text'] = text;
      if (text === '') list.splice(list.indexOf(part), 1);
    },
  };
}

/** Content that is text, or a list of parts some of which hold text. */
function contentSlots(holder: Mutable, field: string, textType: string): readonly TextSlot[] {
  const content = holder[field];
  if (!Array.isArray(content)) return [fieldSlot(holder, field)];
  const parts = content.filter((part): part is Mutable => isObject(part) && typeof part['text'] === 'string');
  if (parts.length > 0) return parts.map((part) => partSlot(content, part));
  return [newPartSlot(content, { type: textType, text: '' })];
}

/** Text that would join what is there already, such as an image. */
function newPartSlot(list: unknown[], part: Mutable): TextSlot {
  return {
    read: () => part['text'] as string,
    write: (text) => {
      part['text'] = text;
      if (text !== '' && !list.includes(part)) list.unshift(part);
    },
  };
}

function geminiSlots(part: Mutable): readonly TextSlot[] {
  const holder = (part['functionResponse'] ?? part['function_response']) as Mutable;
  const response = isObject(holder['response']) ? holder['response'] : {};
  const field = ['output', 'error'].find((key) => typeof response[key] === 'string');
  if (field !== undefined && Object.keys(response).length === 1) return [fieldSlot(response, field)];
  return [
    {
      read: () => JSON.stringify(holder['response'] ?? {}),
      write: (text) => {
        holder['response'] = { output: text };
      },
    },
  ];
}

/** Every place that holds text of the result at `item`. */
export function textSlots(protocol: WireProtocol, item: Mutable): readonly TextSlot[] {
  if (protocol === 'gemini') return geminiSlots(item);
  if (protocol === 'openai-responses') return contentSlots(item, 'output', 'input_text');
  return contentSlots(item, 'content', 'text');
}

/** The place of a tool's description: two protocols wrap their declarations. */
export function descriptionSlot(protocol: WireProtocol, tool: Mutable): TextSlot {
  const inner = protocol === 'openai-chat' ? (tool['function'] ?? tool['custom'] ?? tool) : tool;
  return fieldSlot(inner as Mutable, 'description');
}
