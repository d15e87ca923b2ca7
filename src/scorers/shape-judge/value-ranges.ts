import type { FieldNames } from '../rows/field-names.ts';
import { KIND } from '../rows/kinds.ts';
import type { RowColumns } from '../rows/row-columns.ts';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

type Rule = 'year' | 'value' | 'quantity';

/** netWeight, which the records have, is not among them. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['year', 'year'],
  ['value', 'value'],
  ['trade_value', 'value'],
  ['tradeValue', 'value'],
  ['primaryValue', 'value'],
  ['qty', 'quantity'],
  ['quantity', 'quantity'],
  ['netWgt', 'quantity'],
]);

const isNumeric = (kind: number): boolean => kind === KIND.int || kind === KIND.float || kind === KIND.bool;

/** Whether numbers lie where they may (reference §5, data quality). */
export class ValueRanges {
  readonly #names: FieldNames;
  readonly #taskYear: number;
  /** The fields to check in rows of the current shape. */
  #fields: { readonly index: number; readonly rule: Rule }[] = [];
  #shape = -1;
  #checks = 0;
  #valid = 0;

  constructor(names: FieldNames, taskYear: number) {
    this.#names = names;
    this.#taskYear = taskYear;
  }

  add(row: RowColumns): void {
    if (row.shape !== this.#shape) this.#findFields(row);
    for (const { index, rule } of this.#fields) {
      this.#checks += 1;
      const kind = row.kinds[index] as number;
      const number = row.numbers[index] as number;
      if (rule === 'year') this.#addYear(kind, number);
      else if (isNumeric(kind) ? number >= 0 : rule === 'quantity' && kind === KIND.null) this.#valid += 1;
    }
  }

  #findFields({ shape, count, slots }: RowColumns): void {
    this.#shape = shape;
    this.#fields = [];
    for (let index = 0; index < count; index += 1) {
      const rule = RULES.get(this.#names.nameOf(slots[index] as number));
      if (rule) this.#fields.push({ index, rule });
    }
  }

  /** A year in bounds is valid; one that is the task's as well counts half as much again, as a check and as valid. */
  #addYear(kind: number, year: number): void {
    if (!isNumeric(kind) || !(year >= FIRST_YEAR && year <= LAST_YEAR)) return;
    this.#valid += 1;
    if (year !== this.#taskYear) return;
    this.#valid += 0.5;
    this.#checks += 0.5;
  }

  /** Share of checks passed; 1 when there was nothing to check. */
  share(): number {
    return this.#checks > 0 ? this.#valid / this.#checks : 1;
  }
}
