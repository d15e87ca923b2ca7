import { MeasurandError } from '../../core/errors.ts';
import type { BoundaryRecord } from '../../trace/wire/boundary-record.ts';
import { requestView } from '../../trace/wire/decode.ts';
import type { GatewayBackend, Reply, WireReply, WireRequest } from '../contracts.ts';
import { parseBody, RefusedRequest } from '../http/request-body.ts';
import { type ReplayMatch, replayKeys } from './conversation-key.ts';
import { recordedBlob, recordedExchanges } from './recorded-exchanges.ts';

/** A recorded answer; each is given once. */
interface RecordedAnswer {
  readonly record: BoundaryRecord;
  readonly line: number;
  used: boolean;
}

/** What is to be found again: an answer that the model gave, whole, whether good or an error of its provider. */
const replayable = ({ complete, protocol, operation, role, received, problem }: BoundaryRecord): boolean =>
  complete &&
  operation !== null &&
  role !== null &&
  received !== null &&
  problem === null &&
  (protocol !== null || operation === 'models');

/** A list of models has no protocol in its record, so its body tells. */
const protocolOfList = (path: string): 'gemini' | 'openai-chat' =>
  path.startsWith('/v1beta') ? 'gemini' : 'openai-chat';

async function keysOf(folder: string, { record, line }: RecordedAnswer, match: ReplayMatch) {
  const { protocol, operation, role, path, method } = record;
  // What an upstream of another protocol was asked says nothing about what a harness will send.
  const digest = record.answered === null ? record.shown : record.sent;
  const body = digest === null ? null : await recordedBlob(folder, digest, line);
  const known = protocol ?? protocolOfList(path);
  const view = protocol === null || body === null ? undefined : requestView(protocol, path, parseBody(body));
  return replayKeys(
    {
      protocol: known,
      operation: operation ?? 'generate',
      role: role ?? 'main',
      method,
      path,
      body,
      ...(view === undefined ? {} : { view }),
    },
    match,
  );
}

class Replayed implements GatewayBackend {
  readonly id: string;
  readonly #folder: string;
  readonly #match: ReplayMatch;
  readonly #answers = new Map<string, RecordedAnswer[]>();

  constructor(folder: string, match: ReplayMatch) {
    this.id = match === 'exact' ? 'replayed' : 'replayed by conversation';
    this.#folder = folder;
    this.#match = match;
  }

  async load(): Promise<void> {
    for (const { record, line } of await recordedExchanges(this.#folder)) {
      if (!replayable(record)) continue;
      const answer: RecordedAnswer = { record, line, used: false };
      for (const key of await keysOf(this.#folder, answer, this.#match)) {
        const known = this.#answers.get(key);
        if (known) known.push(answer);
        else this.#answers.set(key, [answer]);
      }
    }
    if (this.#answers.size > 0) return;
    throw new MeasurandError(
      'empty-recording',
      'the boundary log holds no answer that could be given again',
      {
        file: this.#folder,
        next: 'Record a run in which the model answered',
      },
    );
  }

  /** The first answer not yet given, under the strictest key that has one. */
  #find(keys: readonly string[]): RecordedAnswer | undefined {
    for (const key of keys) {
      const answer = this.#answers.get(key)?.find(({ used }) => !used);
      if (answer) return answer;
    }
    return undefined;
  }

  async pass(request: WireRequest): Promise<WireReply | undefined> {
    const keys = replayKeys(request, this.#match);
    const answer = this.#find(keys);
    if (answer === undefined) {
      if (request.operation !== 'generate') return undefined;
      return this.#refuse(keys);
    }
    answer.used = true;
    const { status, replyHeaders, received } = answer.record;
    const body = received === null ? [] : [await recordedBlob(this.#folder, received, answer.line)];
    return { status: status ?? 200, headers: replyHeaders, body };
  }

  #refuse(keys: readonly string[]): never {
    const spent = keys.some((key) => this.#answers.has(key));
    throw new RefusedRequest(
      400,
      spent ? 'recording-spent' : 'unknown-request',
      spent
        ? 'the recording answered this request, but not so often'
        : 'the recording holds no answer to this request',
      'Record the run again, or match by conversation',
    );
  }

  reply(): Promise<Reply> {
    return Promise.reject(new TypeError('A recording answers in bytes'));
  }
}

/**
 * A back end that gives the answers of a boundary log again, to the byte. `exact` wants all that the model was shown to
 * be the same, ids apart; `conversation` only what the model itself said and which calls have results, so that results
 * may differ. Each recorded answer is given once; a request that has none is refused.
 *
 * @throws MeasurandError `no-boundary`, `boundary-damaged`, `empty-recording`
 */
export async function replayed(folder: string, match: ReplayMatch = 'exact'): Promise<GatewayBackend> {
  const backend = new Replayed(folder, match);
  await backend.load();
  return backend;
}
