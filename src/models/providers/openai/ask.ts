import OpenAI from 'openai';
import { madeIds } from '../answer.ts';
import { type Ask, NO_KEY, NO_TIMEOUT } from '../ask.ts';
import { readChunks, readCompletion } from './answer.ts';
import { chatRequest } from './request.ts';

/** Asks over the chat-completions wire, which OpenAI and all that is compatible with it speak. */
export const ask: Ask = async ({ model, endpoint, view, fetch }) => {
  // Every option that the library would otherwise take from the environment is given.
  const client = new OpenAI({
    apiKey: endpoint.key ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    fetch,
  });
  const request = chatRequest(model, view);
  const prefix = madeIds(view.messages.length);
  if (!model.stream)
    return readCompletion(await client.chat.completions.create({ ...request, stream: false }), prefix);
  return readChunks(await client.chat.completions.create({ ...request, stream: true }), prefix);
};
