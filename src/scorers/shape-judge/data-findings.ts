import { PythonError } from '../../core/python/errors.ts';
import { type PythonValue, typeName } from '../../core/python/value.ts';
import type { RowColumns } from '../rows/row-columns.ts';
import { RowReader } from '../rows/row-reader.ts';
import { ContentCheck } from './content-check.ts';
import { KeyCounter } from './key-counter.ts';
import { TypeConsistency } from './type-consistency.ts';
import { ValueRanges } from './value-ranges.ts';

/** What to look for in the data, as the submission declares it and the task has it. */
export interface DataQuestions {
  /** Names of the declared key; undefined when the submission declares none that counts. */
  readonly key: readonly PythonValue[] | undefined;
  readonly schema: PythonValue;
  readonly taskYear: number;
}

/** What one pass over the data found. A share is in [0, 1], or the exception that cost the check. */
export interface DataFindings {
  /** Lines that are not blank. */
  readonly rows: number;
  /** Distinct keys; undefined without a key. */
  readonly distinct: number | undefined;
  readonly content: number | PythonError;
  readonly types: number | PythonError;
  readonly ranges: number | PythonError;
}

/** One pass that does what the release does in five. */
class DataPass {
  readonly #reader: RowReader;
  readonly #key: KeyCounter | undefined;
  readonly #content: ContentCheck;
  readonly #types = new TypeConsistency();
  readonly #ranges: ValueRanges;
  #rows = 0;
  #contentFlaw: PythonError | undefined;
  /** A line that fails in another way than not being JSON ends the three checks. */
  #lineFlaw: PythonError | undefined;

  constructor(text: string, { key, schema, taskYear }: DataQuestions) {
    this.#reader = new RowReader(text);
    this.#content = new ContentCheck(schema, this.#reader);
    this.#ranges = new ValueRanges(this.#reader.names, taskYear);
    this.#key = key && new KeyCounter(key, this.#reader);
  }

  run(): DataFindings {
    while (this.#reader.next()) {
      this.#rows += 1;
      if (this.#key) this.#countKey(this.#key);
      if (this.#reader.object) this.#check(this.#reader.object);
      else this.#noteError(this.#reader.error);
    }
    return {
      rows: this.#rows,
      distinct: this.#key?.distinct,
      content: this.#contentFlaw ?? this.#content.share(this.#rows),
      types: this.#lineFlaw ?? this.#types.share(),
      ranges: this.#lineFlaw ?? this.#ranges.share(),
    };
  }

  #countKey(key: KeyCounter): void {
    const { object, other, error } = this.#reader;
    if (error) throw error;
    if (!object) {
      const type = typeName(other as PythonValue);
      throw new PythonError('AttributeError', `'${type}' object has no attribute 'get'`);
    }
    key.add(object);
  }

  #check(row: RowColumns): void {
    this.#types.add(row, this.#reader.names.size);
    this.#ranges.add(row);
    if (!this.#contentFlaw) this.#contentFlaw = this.#content.add(row);
  }

  #noteError(error: PythonError | undefined): void {
    if (!error || error.type === 'JSONDecodeError') return;
    this.#contentFlaw ??= error;
    this.#lineFlaw ??= error;
  }
}

/**
 * Reads the data as the judge does.
 *
 * @throws PythonError where the release gives up on a submission: with a key, at the first line that is no JSON object or
 * whose key cannot be hashed
 * @throws MeasurandError `too-many-fields`
 */
export function readData(text: string, questions: DataQuestions): DataFindings {
  return new DataPass(text, questions).run();
}
