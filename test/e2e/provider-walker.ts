import { type Answer, json } from './provider-server.ts';
import { chatAnswer, KEY } from './provider-wires.ts';

interface WireMessage {
  readonly role: string;
  readonly content: string;
}

const callOf = (name: string, args: object): object => ({
  id: `call_${name}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

/** A model on the wire: fetches page after page and hands in the rows of the last. `c` garbles its arguments first. */
function walker(messages: readonly WireMessage[], model: string): object {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const last = results.at(-1) ?? '';
  if (model === 'c' && results.length === 0) {
    const torn = { id: 'call_x', type: 'function', function: { name: 'fetch_page', arguments: '{"page": ' } };
    return { content: 'Going', tool_calls: [torn] };
  }
  if (results.length < 3)
    return {
      content: `After ${last.length}`,
      tool_calls: [callOf('fetch_page', { page: results.length + 1 })],
    };
  const handedIn = {
    data_jsonl: `{"page":${results.length}}`,
    metadata_json: '{}',
    run_log: `saw ${last.length}`,
  };
  return { content: null, tool_calls: [callOf('submit_results', handedIn)] };
}

function streamed(message: object): string {
  const { tool_calls: calls = [], ...rest } = message as { tool_calls?: readonly object[] };
  const pieces = calls.map((call, index) => ({ index, ...call }));
  const delta = { choices: [{ index: 0, delta: { ...rest, tool_calls: pieces } }] };
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  return [delta, end]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .concat('data: [DONE]\n\n')
    .join('');
}

/** A provider that is well. */
export const answers: Answer = (response, { json: body }, nth) => {
  const message = walker(body['messages'] as readonly WireMessage[], String(body['model']));
  if (body['stream'] !== true) {
    json(chatAnswer(message, { id: `chatcmpl-${nth}` }))(response, { json: body } as never, nth);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(streamed(message));
};

/** Every third request fails in one of the ways in which providers do. */
export const ailing: Answer = (response, request, nth) => {
  if (nth % 3 !== 1) {
    answers(response, request, nth);
    return;
  }
  const way = Math.floor(nth / 3) % 4;
  if (way === 0)
    json({ error: { message: `slow down ${KEY}` } }, 429, { 'retry-after': '7' })(response, request, nth);
  else if (way === 1) json({ error: 'down' }, 503)(response, request, nth);
  else if (way === 2) response.socket?.resetAndDestroy();
  else {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
    response.write('{"choices"');
    setTimeout(() => response.socket?.destroy(), 2);
  }
};
