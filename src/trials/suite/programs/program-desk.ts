import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';
import type { HelperProgram } from './program.ts';

/** Says what helper programs do, and keeps in the ledger that they started and what became of them. */
export class ProgramDesk {
  readonly #programs: ReadonlyMap<string, HelperProgram>;
  readonly #values: PrivateValues;
  readonly #ledger: RunLedger;

  constructor(programs: readonly HelperProgram[], values: PrivateValues, ledger: RunLedger) {
    this.#programs = new Map(programs.map((program) => [program.name, program]));
    this.#values = values;
    this.#ledger = ledger;
  }

  /** A program has started; undefined for one that the trial does not have. */
  start(name: string, argv: readonly string[], cwd: string): JsonObject | undefined {
    const program = this.#programs.get(name);
    if (!program) return undefined;
    const run = this.#ledger.count(name, 'start');
    this.#ledger.record(name, 'start', { run, argv: [...argv], cwd });
    const call = { argv, cwd, run, ledger: this.#ledger.entries() };
    return { run, actions: program.actions(call, this.#values) as unknown as JsonValue };
  }

  /** A program has read or been told something; undefined for one that does not listen. */
  heard(name: string, run: number, words: string): JsonObject | undefined {
    const program = this.#programs.get(name);
    if (!program?.heard) return undefined;
    this.#ledger.record(name, 'heard', { run, words });
    const actions = program.heard(words, { run, ledger: this.#ledger.entries() }, this.#values);
    return { actions: actions as unknown as JsonValue };
  }

  event(name: string, event: string, data: JsonValue): JsonObject {
    this.#ledger.record(name, event, data);
    return {};
  }
}
