import { PythonError } from './errors.ts';
import { lengthOf } from './text.ts';

/** A `JSONDecodeError` with Python's text; line, column and character are counted in code points. */
export function jsonDecodeError(what: string, text: string, at: number): PythonError {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = lineStart === 0 ? 1 : before.split('\n').length;
  const column = lengthOf(before.slice(lineStart)) + 1;
  return new PythonError(
    'JSONDecodeError',
    `${what}: line ${line} column ${column} (char ${lengthOf(before)})`,
  );
}
