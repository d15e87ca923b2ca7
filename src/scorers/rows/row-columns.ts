import type { PythonValue } from '../../core/python/value.ts';

/** A row that is an object, field by field. It holds until the next row is read. */
export interface RowColumns {
  /** Fields of the row. */
  readonly count: number;
  /** Names and order of the fields, as a number: see `FieldNames`. */
  readonly shape: number;
  /** By field: the number of its name. */
  readonly slots: readonly number[];
  /** By field: what it holds (`KIND`). */
  readonly kinds: readonly number[];
  /** By field: its value when that is a bool or a number, else 0. */
  readonly numbers: ArrayLike<number>;
  /** By field: 1 when the row before had the same field at the same place with the same value. 0 says nothing. */
  readonly repeats: readonly number[];
  value(index: number): PythonValue;
  /** What equal values share (`hashKey`); undefined for a list or an object, which Python cannot hash. */
  key(index: number): string | undefined;
}
