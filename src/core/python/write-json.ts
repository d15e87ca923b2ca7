import { floatRepr } from './float.ts';
import { isDict, PythonFloat, type PythonValue } from './value.ts';
import { writePythonString } from './write-string.ts';

const NON_FINITE: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

/** `json.dumps(value, ensure_ascii=False)`: what `parsePythonJson` reads back as the same value. */
export function writePythonJson(value: PythonValue): string {
  if (value instanceof PythonFloat) {
    const text = floatRepr(value.value);
    return NON_FINITE[text] ?? text;
  }
  if (typeof value === 'string') return writePythonString(value, false);
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isDict(value)) return `[${value.map(writePythonJson).join(', ')}]`;
  const members = [...value].map(
    ([key, item]) => `${writePythonString(key, false)}: ${writePythonJson(item)}`,
  );
  return `{${members.join(', ')}}`;
}
