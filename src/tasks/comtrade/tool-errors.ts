import type { ToolResult } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** What went wrong with a call, for programs: stable, and complete for the tools of this project's own making. */
export type ToolErrorClass =
  /** 429: an injected refusal of one attempt. The only class besides `server-error` that a retry can help. */
  | 'rate-limited'
  /** 500: an injected failure of one attempt. */
  | 'server-error'
  /** The arguments are not of the declared form. Nothing was requested, nothing is charged. */
  | 'invalid-arguments'
  /** 422: a page number below 1. */
  | 'page-out-of-range'
  /** 404: a page number past the last page. */
  | 'page-past-end'
  /** The request budget is spent. */
  | 'budget-exhausted'
  /** A submission was accepted before; the episode takes no further work. */
  | 'already-submitted'
  /** The rows handed in so far and these would pass the size that an environment holds. */
  | 'submission-too-large'
  /** There is no tool of that name here. */
  | 'unknown-tool';

/** Statuses of the classes that the data service itself answers; the others never reach it. */
const STATUS: Partial<Record<ToolErrorClass, number>> = {
  'rate-limited': 429,
  'server-error': 500,
  'page-out-of-range': 422,
  'page-past-end': 404,
};

const RETRYABLE: ReadonlySet<ToolErrorClass> = new Set(['rate-limited', 'server-error']);

export function statusOf(errorClass: ToolErrorClass): number | undefined {
  return STATUS[errorClass];
}

/** An error as a tool answers it: `{error: {class, status?, message, retryable}}`, `retryable` told truly. */
export function toolError(errorClass: ToolErrorClass, message: string): ToolResult {
  const status = STATUS[errorClass];
  const retryable = RETRYABLE.has(errorClass);
  const error = { class: errorClass, ...(status === undefined ? {} : { status }), message, retryable };
  return { value: { error }, isError: true };
}

/**
 * Whether a tool's answer is an error that says a retry can help, in either profile's form:
 * `error.retryable` here, a top-level `retry` in the release.
 */
export function saysRetryable(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { error } = value;
  return value['retry'] === true || (isJsonObject(error) && error['retryable'] === true);
}
