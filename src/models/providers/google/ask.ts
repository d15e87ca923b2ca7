import { GoogleGenAI } from '@google/genai';
import { madeIds } from '../answer.ts';
import { type Ask, NO_KEY } from '../ask.ts';
import { readResponse, readResponses } from './answer.ts';
import { contentRequest } from './request.ts';

/** Asks over the Gemini wire. Without `retryOptions` the library asks once. */
export const ask: Ask = async ({ model, endpoint, view, fetch }) => {
  const client = new GoogleGenAI({
    apiKey: endpoint.key ?? NO_KEY,
    vertexai: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: endpoint.baseUrl, fetch: fetch as typeof globalThis.fetch },
  });
  const request = contentRequest(model, view);
  const prefix = madeIds(view.messages.length);
  if (!model.stream) return readResponse(await client.models.generateContent(request), prefix);
  return readResponses(await client.models.generateContentStream(request), prefix);
};
