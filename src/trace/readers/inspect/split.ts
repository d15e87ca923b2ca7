import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { referred } from '../../source/inspect-lists.ts';
import { listAt, objectAt } from '../fields.ts';

const SAMPLE = /^(?:samples\/|\$\.samples\[)/;

/** A record of a log, with its path. */
interface Part {
  readonly at: string;
  readonly value: JsonValue;
}

/** An event, then those that older logs keep inside it. */
function eventParts(event: JsonValue, at: string): readonly Part[] {
  if (!isJsonObject(event)) return [{ at, value: event }];
  const { events, ...own } = event;
  if (!Array.isArray(events)) return [{ at, value: event }];
  const below = (events as readonly JsonValue[]).flatMap((one, i) => eventParts(one, `${at}.events[${i}]`));
  return [{ at, value: own }, ...below];
}

/** Events of an attempt that failed and was tried again: they are told apart from those of the attempt that stands. */
function retryParts(retries: JsonValue | undefined, at: string): readonly Part[] {
  const parts: Part[] = [];
  for (const [i, retry] of (Array.isArray(retries) ? (retries as readonly JsonValue[]) : []).entries())
    for (const [j, event] of (isJsonObject(retry) ? listAt(retry, 'events') : []).entries())
      for (const { at: place, value } of eventParts(event, `${at}.error_retries[${i}].events[${j}]`))
        parts.push({ at: place, value: { _retry: i, event: value } });
  return parts;
}

const withoutEvents = (retry: JsonValue): JsonValue => {
  if (!isJsonObject(retry)) return retry;
  const { events: _, ...own } = retry;
  return own;
};

/** The messages of a sample, or what its references mean. */
function messagesOf(sample: JsonObject): { readonly list: readonly JsonValue[]; readonly missing: number } {
  if (!Object.hasOwn(sample, 'message_refs')) return { list: listAt(sample, 'messages'), missing: 0 };
  const { items, absent, beyond } = referred(
    sample['message_refs'],
    listAt(objectAt(sample, 'events_data'), 'messages'),
  );
  return { list: items, missing: absent + beyond };
}

/** A sample as its head, its messages and its events. What is no list where one is due stays in the head. */
function sampleParts(sample: JsonValue, at: string): readonly Part[] {
  if (!isJsonObject(sample)) return [{ at, value: { _sample: at, _is: sample } }];
  const old = objectAt(sample, 'transcript');
  const { messages, events = old['events'], transcript: _, error_retries: retries, ...rest } = sample;
  const { list, missing } = messagesOf(sample);
  const head: JsonObject = {
    ...rest,
    _sample: at,
    ...(isJsonObject(old['content']) ? { attachments: old['content'] } : {}),
    ...(messages === undefined || Array.isArray(messages) ? {} : { messages }),
    ...(events === undefined || Array.isArray(events) ? {} : { events }),
    ...(missing === 0 ? {} : { _missing: missing }),
    ...(retries === undefined
      ? {}
      : {
          error_retries: Array.isArray(retries)
            ? (retries as readonly JsonValue[]).map(withoutEvents)
            : retries,
        }),
  };
  return [
    { at, value: head },
    ...list.map((value, i) => ({ at: `${at}.messages[${i}]`, value })),
    ...retryParts(retries, at),
    ...(Array.isArray(events) ? (events as readonly JsonValue[]) : []).flatMap((event, i) =>
      eventParts(event, `${at}.events[${i}]`),
    ),
  ];
}

/** The records of a log: its head, and of each sample its head, messages and events. */
export function split(document: JsonObject): readonly Part[] {
  const entry = document['_entry'];
  if (typeof entry !== 'string') {
    const { samples, ...head } = document;
    if (!Array.isArray(samples)) return [{ at: '$', value: document }];
    const each = samples as readonly JsonValue[];
    return [{ at: '$', value: head }, ...each.flatMap((sample, i) => sampleParts(sample, `$.samples[${i}]`))];
  }
  if (SAMPLE.test(entry)) return sampleParts(document['document'] ?? null, entry);
  return [{ at: entry, value: document }];
}
