import { sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { fileChunks } from './chunks.ts';
import { type JsonPart, jsonParts } from './json-parts.ts';
import type { SourceRecord } from './record.ts';

type Content = Pick<JsonPart, 'value' | 'trouble'>;

const HEAD = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w*"\s*,\s*"eval"\s*:\s*\{/;

/** Whether the first bytes of a file are those of an Inspect log in JSON, as Inspect writes it. */
export function startsInspectLog(head: Buffer): boolean {
  return HEAD.test(head.toString('utf8'));
}

/** Members of the document outside of its samples: those before them are its head. */
class Members {
  readonly #head: Record<string, JsonValue> = {};
  readonly #after: SourceRecord[] = [];
  readonly #record: (entry: string, content: Content) => SourceRecord;
  #told = false;

  constructor(record: (entry: string, content: Content) => SourceRecord) {
    this.#record = record;
  }

  take(name: string, content: Content): void {
    if (content.trouble || this.#told) this.#after.push(this.#record(`$.${name}`, content));
    else this.#head[name] = content.value ?? null;
  }

  /** The head, once. */
  *head(): Generator<SourceRecord> {
    if (this.#told) return;
    this.#told = true;
    yield this.#record('$', { value: this.#head });
  }

  *rest(): Generator<SourceRecord> {
    yield* this.head();
    yield* this.#after;
  }
}

/**
 * The head of an Inspect log in JSON, then its samples one by one, each as `{_entry, document}`: one sample is held at a
 * time. Where the document breaks off, what came before stands and the rest is one record that could not be read.
 */
export function* inspectDocument(path: string, file: string): Generator<SourceRecord> {
  const record = (entry: string, { value, trouble }: Content): SourceRecord => ({
    position: { file, at: entry, digest: sha256('') },
    ...(trouble ? { trouble } : { value: { _entry: entry, document: value ?? null } }),
  });
  const members = new Members(record);
  for (const { path: name, index, ...content } of jsonParts(fileChunks(path), { lists: ['samples'] })) {
    if (index === undefined) members.take(name, content);
    else {
      yield* members.head();
      yield record(`$.samples[${index}]`, content);
    }
  }
  yield* members.rest();
}
