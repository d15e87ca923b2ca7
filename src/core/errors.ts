/**
 * What kind of trouble an error is, which fixes the exit code of a command (DESIGN §4):
 * `failed` 1, `input` 2, `unsupported` 3, `apparatus` 4.
 */
export type ErrorKind = 'failed' | 'input' | 'unsupported' | 'apparatus';

export const EXIT_CODES: Readonly<Record<ErrorKind, 1 | 2 | 3 | 4>> = {
  failed: 1,
  input: 2,
  unsupported: 3,
  apparatus: 4,
};

/** Where something is wrong: any of the three may be unknown. */
export interface ErrorPlace {
  readonly file?: string;
  readonly record?: string | number;
  readonly field?: string;
}

export interface MeasurandErrorOptions extends ErrorPlace {
  /** @default 'input' */
  readonly kind?: ErrorKind;
  /** What the reader should do next, as a sentence without a full stop. */
  readonly next?: string;
  readonly cause?: unknown;
}

/**
 * The one error that Measurand raises on purpose. `code` is stable (kebab-case) and may be matched by programs;
 * `message` says what is wrong, where, and what to do next.
 */
export class MeasurandError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly place: ErrorPlace;

  constructor(code: string, what: string, options: MeasurandErrorOptions = {}) {
    const { file, record, field, next, kind = 'input', cause } = options;
    const places = [file, record === undefined ? undefined : `record ${record}`, field && `field ${field}`];
    const where = places.filter((part) => part !== undefined && part !== '').join(', ');
    super(`${where ? `${where}: ` : ''}${what}${next ? `. ${next}` : ''}`, { cause });
    this.name = 'MeasurandError';
    this.code = code;
    this.kind = kind;
    this.place = {
      ...(file === undefined ? {} : { file }),
      ...(record === undefined ? {} : { record }),
      ...(field === undefined ? {} : { field }),
    };
  }

  get exitCode(): 1 | 2 | 3 | 4 {
    return EXIT_CODES[this.kind];
  }
}
