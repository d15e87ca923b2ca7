import type { ClassifiedRequest, GatewayBackend, Reply } from '../contracts.ts';

/** A back end that a function is: what the model says, from what it was shown. */
export function scripted(
  reply: (request: ClassifiedRequest, signal: AbortSignal) => Reply | Promise<Reply>,
  id = 'scripted',
): GatewayBackend {
  return { id, reply: (request, signal) => Promise.resolve().then(() => reply(request, signal)) };
}
