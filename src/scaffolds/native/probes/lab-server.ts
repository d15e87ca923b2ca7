import type { Duplex } from 'node:stream';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { ServedCall } from './probe.ts';

/** What the lab's tools answer. Names are short, since a harness puts the server's before them. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Large enough to pass every harness's limit. */
const BIG_LINES = 4000;

function bigText(): string {
  return Array.from(
    { length: BIG_LINES },
    (_, at) => `${String(at + 1).padStart(6, '0')} abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq`,
  ).join('\n');
}

const text = (value: string): JsonObject => ({ type: 'text', text: value });

type Answer = { readonly result: JsonObject } | { readonly error: JsonObject } | 'die';

const ANSWERS: Readonly<Record<string, (args: JsonObject) => Answer>> = {
  echo: (args) => ({ result: { content: [text(`ECHO-MARK ${JSON.stringify(args)}`)] } }),
  fail: () => ({ result: { content: [text('FAIL-MARK the row is locked')], isError: true } }),
  structured: () => ({ result: { content: [], structuredContent: { structured: 'STRUCT-MARK' } } }),
  both: () => ({
    result: { content: [text('TEXT-PART-MARK')], structuredContent: { structured: 'STRUCT-PART-MARK' } },
  }),
  image: () => ({
    result: { content: [text('CAPTION-MARK'), { type: 'image', data: PIXEL, mimeType: 'image/png' }] },
  }),
  rpcerror: () => ({ error: { code: -32603, message: 'RPC-MARK', data: { detail: 'RPC-DATA-MARK' } } }),
  big: () => ({ result: { content: [text(`BIG-HEAD-MARK\n${bigText()}\nBIG-TAIL-MARK`)] } }),
  crash: () => 'die',
};

const DECLARED = Object.keys(ANSWERS).map((name) => ({
  name,
  description: `Lab tool ${name}`,
  inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
}));

function called(params: JsonValue | undefined, asked: (call: ServedCall) => void): Answer {
  const { name, arguments: given } = isJsonObject(params) ? params : {};
  const args = isJsonObject(given) ? given : {};
  if (typeof name !== 'string') return { error: { code: -32602, message: 'no tool named' } };
  asked({ tool: name, args });
  const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
  return answer?.(args) ?? { error: { code: -32602, message: `no tool ${name}` } };
}

function answerTo(message: JsonObject, asked: (call: ServedCall) => void): Answer | undefined {
  const { method, params, id } = message;
  if (id === undefined) return undefined;
  if (method === 'initialize') {
    const version = isJsonObject(params) ? (params['protocolVersion'] ?? '2025-06-18') : '2025-06-18';
    return {
      result: {
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: 'lab', version: '1.0.0' },
        instructions: 'Use the lab tools.',
      },
    };
  }
  if (method === 'tools/list') return { result: { tools: DECLARED } };
  if (method === 'tools/call') return called(params, asked);
  if (method === 'ping') return { result: {} };
  return { error: { code: -32601, message: `no method ${String(method)}` } };
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The lab's tool server on one connection: MCP, one JSON message a line. Its tools give the results by which harnesses
 * differ, several of which a well-behaved library would not let through. `crash` ends the connection.
 *
 * @param asked hears each call before it is answered
 */
export function serveLab(connection: Duplex, asked: (call: ServedCall) => void): void {
  let pending = '';
  const hear = (line: string): void => {
    const message = parsed(line);
    const answer = message && answerTo(message, asked);
    if (answer === 'die') connection.destroy();
    else if (answer)
      connection.write(`${JSON.stringify({ jsonrpc: '2.0', id: message['id'], ...answer })}\n`);
  };
  connection.setEncoding('utf8');
  connection.on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  // A harness that ends tears the connection down; that is no news.
  connection.on('error', () => connection.destroy());
}
