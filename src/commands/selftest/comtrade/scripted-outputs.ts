import type { Model, ModelMove } from '../../../core/contracts/index.ts';
import { NotUnderstood } from './expectation.ts';

/** A model that says the outputs of a vector in order, then one text for ever where the vector names one. */
export class ScriptedOutputs implements Model {
  readonly id = 'vector-outputs';
  readonly kind = 'scripted';
  readonly #outputs: readonly string[];
  readonly #thenRepeat: string | undefined;
  #turns = 0;

  constructor(outputs: readonly string[], thenRepeat: string | undefined) {
    this.#outputs = outputs;
    this.#thenRepeat = thenRepeat;
  }

  /** Turns taken so far. */
  get turns(): number {
    return this.#turns;
  }

  decide(): Promise<ModelMove> {
    const text = this.#outputs[this.#turns] ?? this.#thenRepeat;
    this.#turns += 1;
    if (text === undefined) {
      return Promise.reject(new NotUnderstood(`the vector has no model output for turn ${this.#turns}`));
    }
    return Promise.resolve({ text, calls: [], stop: 'end' });
  }
}
