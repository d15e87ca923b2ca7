import { ProviderError, type ProviderErrorCode } from './errors.ts';
import type { OneRequest, ReceivedAnswer } from './one-request.ts';

/** Longest excerpt of a provider's own words in a message, in characters. */
const EXCERPT = 300;
/** Client errors that say nothing about the request. */
const PASSING = [408, 409, 425];
const ACCESS = [401, 402, 403, 404];

const positive = (value: number): number | undefined =>
  Number.isFinite(value) && value >= 0 ? value : undefined;

/** Google says it in the body. */
function delayInBody(body: string): number | undefined {
  const match = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/**
 * Seconds that a provider asks to be left alone. A date is read against the answer's own date, so no clock of this
 * machine is consulted; what cannot be read counts as not said.
 */
export function retryAfter({ headers, body }: Pick<ReceivedAnswer, 'headers' | 'body'>): number | undefined {
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds) / 1000;
  const said = headers['retry-after'];
  if (said === undefined) return delayInBody(body.toString('latin1'));
  if (/^\d+(\.\d+)?$/.test(said)) return positive(Number(said));
  const { date } = headers;
  return date === undefined ? undefined : positive((Date.parse(said) - Date.parse(date)) / 1000);
}

function codeOfStatus(status: number, body: string): ProviderErrorCode {
  // Waiting mends no empty account, although it comes with the status of a rate limit.
  if (status === 429) return body.includes('insufficient_quota') ? 'provider-access' : 'rate-limited';
  if (status >= 500 || PASSING.includes(status)) return 'provider-unavailable';
  return ACCESS.includes(status) ? 'provider-access' : 'provider-rejected';
}

function cutShort({ end }: ReceivedAnswer, cause: unknown): ProviderError {
  if (end === 'too-large')
    return new ProviderError('answer-too-large', 'The answer is past the bound on its bytes');
  if (end === 'too-late')
    return new ProviderError('provider-unavailable', 'The answer did not end in time', { cause });
  return new ProviderError('stream-cut', 'The answer broke off', { cause });
}

function refused({ status, headers, body }: ReceivedAnswer, words: (text: string) => string): ProviderError {
  const text = body.toString();
  const after = retryAfter({ headers, body });
  const moved = status >= 300 && status < 400 ? ' (a redirect, which is not followed)' : '';
  const said = words(text).replaceAll(/\s+/g, ' ').slice(0, EXCERPT);
  return new ProviderError(codeOfStatus(status, text), `The provider answered ${status}${moved}: ${said}`, {
    status,
    ...(after === undefined ? {} : { retryAfterSeconds: after }),
  });
}

/**
 * What went wrong with a request, from what crossed the wire and not from how a client library puts it.
 *
 * @param words takes secrets out of a provider's words
 */
export function failureOf(
  { asked, answer }: Pick<OneRequest, 'asked' | 'answer'>,
  cause: unknown,
  { streamed, words }: { readonly streamed: boolean; readonly words: (text: string) => string },
): Error {
  if (asked > 1) return new TypeError('A client library asked twice for one decision', { cause });
  const reason = words(cause instanceof Error ? cause.message : String(cause));
  if (asked === 0) return new TypeError(`A client library sent nothing: ${reason}`);
  if (!answer) return new ProviderError('provider-unavailable', `The provider cannot be reached: ${reason}`);
  if (answer.end !== 'complete') return cutShort(answer, undefined);
  if (answer.status < 200 || answer.status > 299) return refused(answer, words);
  const code = streamed ? 'stream-cut' : 'answer-unreadable';
  return new ProviderError(code, `The answer is no whole answer: ${reason}`, { status: answer.status });
}
