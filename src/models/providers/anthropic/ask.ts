import Anthropic from '@anthropic-ai/sdk';
import { madeIds } from '../answer.ts';
import { type Ask, NO_KEY, NO_TIMEOUT } from '../ask.ts';
import { readMessage } from './answer.ts';
import { readEvents } from './events.ts';
import { messagesRequest } from './request.ts';

/** Asks over the messages wire. The library's stream helper, which completes unfinished JSON, is not used. */
export const ask: Ask = async ({ model, endpoint, view, fetch }) => {
  const client = new Anthropic({
    apiKey: endpoint.key ?? NO_KEY,
    authToken: null,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    fetch,
  });
  const request = messagesRequest(model, view);
  const prefix = madeIds(view.messages.length);
  // `messages.create` prints warnings that depend on today's date, and refuses long answers that are not streamed.
  const options = { timeout: NO_TIMEOUT, body: { ...request, stream: model.stream } };
  if (!model.stream)
    return readMessage(await client.post<Anthropic.Message>('/v1/messages', options), prefix);
  type Events = AsyncIterable<Anthropic.RawMessageStreamEvent>;
  return readEvents((await client.post('/v1/messages', { ...options, stream: true })) as Events, prefix);
};
