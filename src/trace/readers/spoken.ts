import type { JsonValue } from '../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../building/builder.ts';
import type { MessagePayload, OtherPart } from '../payload.ts';
import { known } from './fields.ts';

/** Gathers what the blocks of one message say: its text, thoughts and other parts as one event, then its calls and results. */
export class Spoken {
  readonly #texts: string[] = [];
  readonly #thoughts: string[] = [];
  readonly #parts: OtherPart[] = [];
  readonly #after: (() => void)[] = [];
  #hidden = 0;

  text(text: string): void {
    this.#texts.push(text);
  }

  thought(text: string): void {
    this.#thoughts.push(text);
  }

  part(kind: string, value: JsonValue): void {
    this.#parts.push({ kind, bytes: Buffer.byteLength(JSON.stringify(value)) });
  }

  /** A call or a result: emitted after the text of the message. */
  after(emit: () => void): void {
    this.#after.push(emit);
  }

  /** A block that is told elsewhere. */
  elsewhere(): void {
    this.#hidden += 1;
  }

  emit(
    builder: TraceBuilder,
    message: Omit<MessagePayload, 'kind' | 'text' | 'parts'>,
    facts: EventFacts,
  ): void {
    const spoke = this.#texts.length + this.#thoughts.length + this.#parts.length > 0;
    if (spoke || this.#after.length + this.#hidden === 0) {
      const reasoning = this.#thoughts.length > 0 ? this.#thoughts.join('\n') : undefined;
      const text = this.#texts.join('\n');
      builder.emit(
        { kind: 'message', ...message, text, ...known('reasoning', reasoning), parts: this.#parts },
        facts,
      );
    }
    for (const emit of this.#after) emit();
  }
}
