/** Names of the Python exceptions that a released scorer can run into. */
export type PythonErrorType =
  | 'AssertionError'
  | 'AttributeError'
  | 'IndexError'
  | 'JSONDecodeError'
  | 'KeyError'
  | 'NameError'
  | 'NotImplementedError'
  | 'OverflowError'
  | 'RecursionError'
  | 'SyntaxError'
  | 'TypeError'
  | 'UnicodeDecodeError'
  | 'UnicodeEncodeError'
  | 'ValidationError'
  | 'ValueError'
  | 'ZeroDivisionError';

/**
 * An exception as Python 3.11 raises it on the same input: `message` is what `str(error)` gives there. It stands for an
 * outcome of the program that is imitated, so it is caught where that program's answer is built and never reaches a user.
 * It has no stack: a file can hold millions of broken lines, and taking one costs more than reading the line.
 */
export class PythonError extends Error {
  readonly type: PythonErrorType;

  constructor(type: PythonErrorType, message: string) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.name = 'PythonError';
    this.type = type;
  }
}
