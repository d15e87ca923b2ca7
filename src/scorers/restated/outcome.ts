import { PythonError, type PythonErrorType } from '../../core/python/errors.ts';

/**
 * What a restated scorer says of one case. `raised`: the released scorer raises this exception there, which is a finding
 * of its own and no zero. `unsupported`: the release would go on to what is not restated (a model, a file, a browser).
 */
export type Restated<T> =
  | { readonly state: 'graded'; readonly value: T }
  | { readonly state: 'raised'; readonly type: PythonErrorType; readonly message: string }
  | { readonly state: 'unsupported'; readonly why: string };

/** Thrown inside a restated scorer where the release reaches what is not restated. */
export class NotRestated extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NotRestated';
  }
}

/** Runs a restatement to one of its three ends. */
export function restated<T>(grade: () => T): Restated<T> {
  try {
    return { state: 'graded', value: grade() };
  } catch (error) {
    if (error instanceof PythonError) return { state: 'raised', type: error.type, message: error.message };
    if (error instanceof NotRestated) return { state: 'unsupported', why: error.message };
    throw error;
  }
}
