import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { RequestView, WireProtocol } from '../../trace/wire/request-view.ts';
import type { Reply } from '../contracts.ts';
import { encode } from '../reply/encode.ts';
import { ReplyIds, settle } from '../reply/settled.ts';
import { receivedReply } from './received-reply.ts';

const PROTOCOLS = ['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'] as const;

const view = (protocol: WireProtocol): RequestView => ({
  ...{ protocol, path: '/', model: 'm', stream: true, system: '', messages: [], results: [], body: null },
  tools: [{ name: 'shell', description: '', kind: 'function', inputSchema: null }],
});

function bytesOf(reply: Reply, protocol: WireProtocol, stream: boolean, events: boolean): Uint8Array {
  const context = { protocol, model: 'm', arrival: 0, requestBytes: 8, ids: new ReplyIds() };
  const { pieces } = encode(settle(reply, context), { protocol, stream, includeUsage: true, events });
  return Buffer.from([...pieces].map(({ text }) => text).join(''));
}

const replies: fc.Arbitrary<Reply> = fc.record({
  text: fc.string({ minLength: 1, unit: 'grapheme' }),
  calls: fc.array(
    fc.record({
      id: fc.uuid(),
      name: fc.constant('shell'),
      args: fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  usage: fc.record({ input: fc.nat(), output: fc.nat(), cached: fc.constant(0) }),
});

test.prop([replies, fc.constantFrom(...PROTOCOLS), fc.boolean(), fc.boolean()])(
  'a reply comes out of its own bytes again, streamed or whole, in each protocol',
  (reply, protocol, stream, events) => {
    const read = receivedReply(view(protocol), bytesOf(reply, protocol, stream, events));
    expect(read).toEqual({ ...reply, calls: reply.calls?.map((call) => ({ ...call })) });
  },
);

test('a stream that breaks off is no reply, and arguments that broke off stay text', () => {
  const bytes = bytesOf({ text: 'hello' }, 'openai-chat', true, true);
  expect(() => receivedReply(view('openai-chat'), bytes.slice(0, 60))).toThrow(/not whole/);
  const cut: Reply = {
    stop: 'length',
    calls: [{ id: 'c', name: 'shell', args: {}, rawArgs: '{"command": "ec' }],
  };
  for (const protocol of ['openai-chat', 'anthropic-messages'] as const) {
    expect(receivedReply(view(protocol), bytesOf(cut, protocol, true, true))).toMatchObject({
      stop: 'length',
      calls: [{ id: 'c', args: '{"command": "ec' }],
    });
  }
});
