import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { requestView } from '../../wire/decode.ts';
import type { RequestView, WireProtocol } from '../../wire/request-view.ts';
import { protocolOf } from '../../wire/route.ts';
import { flagAt, known, listAt, needObject, needText, numberAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { ShownConversation } from './shown.ts';

const APIS: Readonly<Record<string, WireProtocol>> = {
  messages: 'anthropic-messages',
  responses: 'openai-responses',
  chat: 'openai-chat',
  gemini: 'gemini',
};

/** The view of a body. @throws NotUnderstood where the protocol does not allow it */
export function viewOf(protocol: WireProtocol, path: string, body: JsonObject): RequestView {
  const { tools, ...rest } = body;
  try {
    return requestView(protocol, path, typeof tools === 'string' || tools === undefined ? rest : body);
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    throw new NotUnderstood(`body.${error.place.field ?? ''}`, error.message);
  }
}

/** Calls of a scripted reply. */
export function callsOf(reply: JsonObject): readonly { id?: string; name: string; args: JsonValue }[] {
  return listAt(reply, 'calls')
    .filter(isJsonObject)
    .map((call) => ({
      ...known('id', textAt(call, 'id')),
      name: needText(call, 'name'),
      args: call['rawArgs'] ?? call['args'] ?? null,
    }));
}

class SampleBoundary implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #shown: ShownConversation;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
    this.#shown = new ShownConversation(builder);
  }

  read(row: JsonObject): void {
    const n = numberAt(row, 'n');
    if (n === undefined) throw new NotUnderstood('n', 'has no number in n');
    const path = needText(row, 'path');
    const protocol = APIS[needText(row, 'api')] ?? protocolOf(path);
    if (protocol === undefined)
      throw new NotUnderstood('api', `speaks ${needText(row, 'api')}, which is not known`);
    const view = viewOf(protocol, path, needObject(row, 'body'));
    this.#builder.sequence.note('n', n, this.#builder.record, 'n', this.#builder.problem);
    const facts: EventFacts = { native: { request: String(n) } };
    const names = listAt(row, 'tool_names').map((name) => ({ name: String(name) }));
    this.#shown.request(view, flagAt(row, 'aux') === true ? 'auxiliary' : 'main', facts);
    if (view.tools.length === 0) this.#shown.tools(names, facts);
    const reply = row['reply'];
    if (isJsonObject(reply))
      this.#shown.reply(textAt(reply, 'text'), textAt(reply, 'stop'), callsOf(reply), facts);
    else this.#builder.problem('no-reply', `request ${n} was not answered`, this.#builder.record, 'reply');
  }

  finish(): void {
    this.#shown.finish();
  }
}

/** What a scripted model server received and answered, one exchange a line. */
export const sampleBoundary: TraceReader = {
  id: 'boundary-sample',
  title: 'Requests and replies of a scripted model server (JSONL)',
  visibility: 'shown',
  tokenRule: 'none: requests carry no usage',
  claims: (row) => Object.hasOwn(row, 'n') && Object.hasOwn(row, 'api') && Object.hasOwn(row, 'body'),
  open: (builder) => new SampleBoundary(builder),
};
