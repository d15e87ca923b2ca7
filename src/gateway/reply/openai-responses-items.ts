import type { SettledCall, SettledReply } from './settled.ts';

/** One output item: how it begins, grows and ends in the stream of the Responses protocol. */
export interface Item {
  readonly id: string;
  readonly begun: object;
  readonly whole: object;
  readonly text: string;
  /** Events of its growth and of its end. */
  readonly delta: string;
  readonly done: string;
  /** Which field of the end event holds the whole text. */
  readonly field: 'text' | 'arguments' | 'input';
  readonly place: object;
  readonly extra: object;
  /** Of the tool, which the end of a function call repeats. */
  readonly name: object;
  readonly part?: {
    readonly added: string;
    readonly done: string;
    readonly empty: object;
    readonly full: object;
  };
  readonly call: boolean;
}

function reasoningItem(id: string, text: string): Item {
  const part = (full: string) => ({ type: 'summary_text', text: full });
  return {
    id,
    begun: { id, type: 'reasoning', summary: [], encrypted_content: null },
    whole: { id, type: 'reasoning', summary: [part(text)], encrypted_content: null },
    text,
    delta: 'response.reasoning_summary_text.delta',
    done: 'response.reasoning_summary_text.done',
    field: 'text',
    place: { summary_index: 0 },
    extra: {},
    name: {},
    part: {
      added: 'response.reasoning_summary_part.added',
      done: 'response.reasoning_summary_part.done',
      empty: part(''),
      full: part(text),
    },
    call: false,
  };
}

function messageItem(id: string, text: string): Item {
  const part = (full: string) => ({ type: 'output_text', text: full, annotations: [], logprobs: [] });
  const item = { id, type: 'message', role: 'assistant' };
  return {
    id,
    begun: { ...item, status: 'in_progress', content: [] },
    whole: { ...item, status: 'completed', content: [part(text)] },
    text,
    delta: 'response.output_text.delta',
    done: 'response.output_text.done',
    field: 'text',
    place: { content_index: 0 },
    extra: { logprobs: [] },
    name: {},
    part: {
      added: 'response.content_part.added',
      done: 'response.content_part.done',
      empty: part(''),
      full: part(text),
    },
    call: false,
  };
}

function callItem(id: string, { id: callId, name, namespace, kind, raw }: SettledCall): Item {
  const custom = kind === 'custom';
  const field = custom ? 'input' : 'arguments';
  const item = (status: string, text: string) => ({
    id,
    type: custom ? 'custom_tool_call' : 'function_call',
    status,
    call_id: callId,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    [field]: text,
  });
  const events = custom ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
  return {
    id,
    begun: item('in_progress', ''),
    whole: item('completed', raw),
    text: raw,
    delta: `${events}.delta`,
    done: `${events}.done`,
    field,
    place: {},
    extra: {},
    name: custom ? {} : { name },
    call: true,
  };
}

/** Reasoning first, then text, then calls, each with an id that follows from the reply's. */
export function itemsOf({ id, reasoning, text, calls }: SettledReply): readonly Item[] {
  const tail = id.slice(id.indexOf('_') + 1);
  return [
    ...(reasoning === '' ? [] : [reasoningItem(`rs_${tail}`, reasoning)]),
    ...(text === '' && calls.length > 0 ? [] : [messageItem(`msg_${tail}`, text)]),
    ...calls.map((call, i) => callItem(`${call.kind === 'custom' ? 'ctc' : 'fc'}_${tail}_${i}`, call)),
  ];
}
