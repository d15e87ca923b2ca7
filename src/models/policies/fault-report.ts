import type { ModelView } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';

/** What L1 tells a model about a fault: the text of its last message is one of these as JSON, and nothing else. */
export type FaultReport = {
  /** HTTP-like status; null where the service gave none. */
  readonly fault: number | null;
  /** Page that failed, from 1. */
  readonly page: number;
  /** Requests made for this page so far, from 1. */
  readonly attempt: number;
  /** Requests that may still be made; null where retries are free. */
  readonly quota_left: number | null;
  /** Pages not yet passed, the failed one included; null while the service has not said how many there are. */
  readonly pages_left: number | null;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isCountOrNull = (value: unknown): value is number | null => value === null || isCount(value);

function unreadable(why: string): MeasurandError {
  return new MeasurandError('unreadable-view', `A rule policy cannot decide from this view: ${why}`, {
    kind: 'unsupported',
    next: 'Rule policies answer retry or skip; run them under the scaffold l1',
  });
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('its last message is no JSON');
  }
  if (isJsonObject(value)) return value;
  throw unreadable('its last message is no JSON object');
}

/**
 * Reads what a policy may decide from: the last message, when the view asks for `retry` or `skip`.
 *
 * @throws MeasurandError `unreadable-view` (kind `unsupported`) for any other view
 */
export function readFaultReport({ messages, choices }: ModelView): FaultReport {
  if (!(choices?.includes('retry') && choices.includes('skip')))
    throw unreadable('it asks for no such choice');
  const last = messages.at(-1);
  if (last?.role !== 'user') throw unreadable('its last message is none of the scaffold');
  const { fault, page, attempt, quota_left, pages_left } = parse(last.text);
  if (!(isCountOrNull(fault) && isCountOrNull(quota_left) && isCountOrNull(pages_left))) {
    throw unreadable('fault, quota_left and pages_left must be counts or null');
  }
  if (!(isCount(page) && isCount(attempt))) throw unreadable('page and attempt must be counts');
  return { fault, page, attempt, quota_left, pages_left };
}
