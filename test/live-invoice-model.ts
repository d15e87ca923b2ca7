import type { ServerResponse } from 'node:http';
import { type Answer, eventText, json } from './e2e/provider-server.ts';

interface WireMessage {
  readonly role: string;
  readonly content: string | null;
}

interface Said {
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly args: object };
}

/** Splits a text in two, as a stream brings it. */
const halves = (text: string): readonly string[] => {
  const at = Math.ceil(text.length / 2);
  return [text.slice(0, at), text.slice(at)];
};

interface WireTool {
  readonly name: string;
  readonly properties: readonly string[];
}

/** How these tools write the file: by one that takes a path and a text, else by a command. */
function writeCall(tools: readonly WireTool[], text: string): Omit<NonNullable<Said['call']>, 'id'> {
  const own = tools.find(({ name }) => name === 'write_file');
  if (own?.properties.includes('text')) return { name: own.name, args: { path: 'invoice.json', text } };
  const command = `printf '%s\\n' '${text.trim()}' > invoice.json`;
  for (const member of ['command', 'cmd']) {
    const shell = tools.find(
      ({ name, properties }) => properties.includes(member) && /shell|bash|exec|command/i.test(name),
    );
    if (shell) {
      // Some demand a word on what the command is for.
      const words = shell.properties.includes('description') ? { description: 'Write invoice.json' } : {};
      return { name: shell.name, args: { [member]: command, ...words } };
    }
  }
  return { name: 'none', args: {} };
}

/** What a model with sense does with trial T75: it looks the invoice up, writes what it was told, and says so. */
function said(messages: readonly WireMessage[], tools: readonly WireTool[]): Said {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
  const [told] = results;
  if (told === undefined) {
    const name = tools.find((tool) => tool.name.includes('lookup_invoice'))?.name;
    if (name === undefined) return { text: 'I have no desk to look it up at.' };
    return { text: 'Let me look it up.', call: { id: 'call_live_1', name, args: { invoice: 'INV-2041' } } };
  }
  const due = /DUE-[A-Z0-9]{8}/.exec(told)?.[0] ?? 'UNKNOWN';
  const reference = /REF-[A-Z0-9]{8}/.exec(told)?.[0] ?? 'UNKNOWN';
  if (results.length === 1)
    return {
      text: '',
      call: { id: 'call_live_2', ...writeCall(tools, `${JSON.stringify({ due, reference })}\n`) },
    };
  return { text: 'invoice.json holds the due code and the reference that the desk gave.' };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 40 } };

function streamed(response: ServerResponse, { text, call }: Said): void {
  const chunk = (delta: object, finish: string | null = null): object => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const chunks = [
    ...halves(text).map((content) => chunk({ content })),
    ...(call
      ? halves(JSON.stringify(call.args)).map((half, part) => {
          const named = part === 0 ? { id: call.id, type: 'function' } : {};
          const own = part === 0 ? { name: call.name, arguments: half } : { arguments: half };
          return chunk({ tool_calls: [{ index: 0, ...named, function: own }] });
        })
      : []),
    chunk({}, call ? 'tool_calls' : 'stop'),
    { choices: [], usage: USAGE },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of chunks) response.write(eventText(each));
  response.end(eventText('[DONE]'));
}

/** An OpenAI-compatible endpoint, streaming or not, whose model solves trial T75. */
export const invoiceModel: Answer = (response, request, nth) => {
  const {
    messages,
    tools = [],
    stream,
  } = request.json as {
    readonly messages: readonly WireMessage[];
    readonly tools?: readonly {
      readonly function: { readonly name: string; readonly parameters?: { readonly properties?: object } };
    }[];
    readonly stream?: boolean;
  };
  const answer = said(
    messages,
    tools.map(({ function: { name, parameters } }) => ({
      name,
      properties: Object.keys(parameters?.properties ?? {}),
    })),
  );
  if (stream === true) {
    streamed(response, answer);
    return;
  }
  const { text, call } = answer;
  const calls = call && [
    {
      ...{ id: call.id, type: 'function' },
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    },
  ];
  const message = { role: 'assistant', content: text, ...(calls ? { tool_calls: calls } : {}) };
  json({
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
    usage: USAGE,
  })(response, request, nth);
};

/** The same endpoint with a judge behind it, who says of the final message what nobody can read, and holds the rest true. */
export const invoiceModelAndJudge: Answer = (response, request, nth) => {
  const { messages } = request.json as { readonly messages: readonly WireMessage[] };
  const [system, user] = messages.map(({ content }) => content ?? '');
  if (system?.startsWith('You judge one criterion') !== true) {
    invoiceModel(response, request, nth);
    return;
  }
  const content = /Criterion T75\.A5/.test(user ?? '')
    ? 'It seems to hold.'
    : JSON.stringify({ verdict: 'holds', rationale: 'both values stand in the result' });
  json({
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 50, completion_tokens: 5 },
  })(response, request, nth);
};
