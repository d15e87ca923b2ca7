import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { parsed } from '../../source/json-lines.ts';
import { protocolOf } from '../../wire/route.ts';
import { flagAt, known, listAt, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { callsOf, viewOf } from './sample.ts';
import { ShownConversation } from './shown.ts';

const FORMAT = 'measurand.boundary/1';

class GatewayLog implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #shown: ShownConversation;
  readonly #blob: (digest: string) => Uint8Array | undefined;
  readonly #arrivals = new Set<number>();

  constructor(builder: TraceBuilder, blob: (digest: string) => Uint8Array | undefined) {
    this.#builder = builder;
    this.#blob = blob;
    this.#shown = new ShownConversation(builder);
  }

  read(row: JsonObject): void {
    this.#checkFormat(row);
    const arrival = numberAt(row, 'arrival');
    if (arrival === undefined) throw new NotUnderstood('arrival', 'has no number in arrival');
    this.#arrivals.add(arrival);
    const facts: EventFacts = { native: { request: String(arrival) } };
    this.#request(row, facts);
    this.#outcome(row, facts);
  }

  #checkFormat(row: JsonObject): void {
    const format = needText(row, 'format');
    if (format === FORMAT) return;
    throw new MeasurandError('newer-version', `is of the form ${format}, and this reader knows ${FORMAT}`, {
      file: this.#builder.file,
      record: this.#builder.record,
      field: 'format',
      next: 'Update Measurand',
    });
  }

  #request(row: JsonObject, facts: EventFacts): void {
    const path = needText(row, 'path');
    const digest = textAt(row, 'shown') ?? textAt(row, 'sent');
    const protocol = protocolOf(path);
    const body = digest === undefined ? undefined : this.#body(digest);
    const role = textAt(row, 'role') ?? 'unclassified';
    if (protocol !== undefined && body !== undefined && textAt(row, 'operation') !== 'models') {
      this.#shown.request(viewOf(protocol, path, body), role, facts);
      return;
    }
    this.#builder.emit(
      {
        kind: 'request',
        path,
        role,
        ...known('protocol', textAt(row, 'protocol')),
        ...known('model', textAt(row, 'model')),
      },
      facts,
    );
  }

  #body(digest: string): JsonObject | undefined {
    const bytes = this.#blob(digest);
    if (!bytes) {
      this.#builder.problem(
        'missing-blob',
        `the body ${digest} is not beside the log`,
        this.#builder.record,
        'shown',
      );
      return undefined;
    }
    const { value } = parsed(Buffer.from(bytes).toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  }

  #outcome(row: JsonObject, facts: EventFacts): void {
    const reply = row['reply'];
    if (isJsonObject(reply))
      this.#shown.reply(textAt(reply, 'text'), textAt(reply, 'stop'), callsOf(reply), facts);
    const problem = row['problem'];
    if (isJsonObject(problem))
      this.#builder.emit(
        {
          kind: 'error',
          message: textAt(problem, 'message') ?? 'no message',
          ...known('code', textAt(problem, 'code')),
        },
        facts,
      );
    const status = numberAt(row, 'status');
    if (status !== undefined && status >= 400)
      this.#builder.emit(
        { kind: 'error', message: `answered with status ${status}`, code: String(status) },
        facts,
      );
    if (flagAt(row, 'complete') === false)
      this.#builder.emit(
        { kind: 'error', message: 'the answer was not handed over whole', code: 'cut' },
        facts,
      );
    for (const change of listAt(row, 'interventions').filter(isJsonObject)) {
      const target = objectAt(change, 'target');
      this.#builder.emit(
        { kind: 'setting', name: `intervention ${textAt(change, 'action') ?? ''}`, value: change },
        {
          ...facts,
          native: {
            ...facts.native,
            ...(target['kind'] === 'result' ? known('call', textAt(target, 'name')) : {}),
          },
        },
      );
    }
  }

  /** Lines stand in the order in which exchanges ended; arrivals count up without a gap. */
  finish(): void {
    for (let arrival = 0; arrival < this.#arrivals.size; arrival += 1) {
      this.#builder.sequence.checked += 1;
      if (this.#arrivals.has(arrival)) continue;
      this.#builder.sequence.broken += 1;
      this.#builder.problem('sequence-gap', `arrival ${arrival} is missing`, -1, 'arrival');
    }
    this.#shown.finish();
  }
}

/** The boundary log of our gateway: what the models were shown. */
export const gatewayLog: TraceReader = {
  id: 'gateway-log',
  title: 'Boundary log of measurand gateway (boundary.jsonl beside its blobs)',
  visibility: 'shown',
  tokenRule: 'none: requests carry no usage',
  claims: (row) => typeof row['format'] === 'string' && row['format'].startsWith('measurand.boundary/'),
  open: (builder, blob) => new GatewayLog(builder, blob),
};
