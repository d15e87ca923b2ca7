import { type ErrorKind, MeasurandError } from '../../core/errors.ts';

/**
 * How a provider can fail to answer, each with what it means:
 * - `rate-limited`: it said that it was asked too often (429);
 * - `provider-unavailable`: it is down, overloaded or cannot be reached (5xx, 408, 409, 425, network);
 * - `stream-cut`: the answer began and did not end;
 * - `answer-unreadable`: it answered with success and something that is no answer;
 * - `answer-too-large`: the answer went past the bound on its bytes;
 * - `provider-rejected`: it refuses this request (other 3xx and 4xx);
 * - `provider-access`: key, account or model name are wrong (401 to 404, quota used up), so no request can succeed.
 */
export const PROVIDER_ERRORS = {
  'rate-limited': { kind: 'apparatus', passes: true },
  'provider-unavailable': { kind: 'apparatus', passes: true },
  'stream-cut': { kind: 'apparatus', passes: true },
  'answer-unreadable': { kind: 'apparatus', passes: true },
  'answer-too-large': { kind: 'apparatus', passes: false },
  'provider-rejected': { kind: 'input', passes: false },
  'provider-access': { kind: 'input', passes: false },
} as const satisfies Record<string, { readonly kind: ErrorKind; readonly passes: boolean }>;

export type ProviderErrorCode = keyof typeof PROVIDER_ERRORS;

export interface ProviderErrorDetails {
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** Seconds after which the provider says that it may be asked again. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A provider did not answer. Whoever asked decides whether to ask again: a model never does. */
export class ProviderError extends MeasurandError {
  declare readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProviderErrorCode, what: string, details: ProviderErrorDetails = {}) {
    super(code, what, { kind: PROVIDER_ERRORS[code].kind, cause: details.cause });
    this.name = 'ProviderError';
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** True when the same request may succeed later without anything being changed. */
  get passes(): boolean {
    return PROVIDER_ERRORS[this.code].passes;
  }
}
