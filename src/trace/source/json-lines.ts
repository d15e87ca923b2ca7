import { sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { type Line, LONGEST_LINE, linesOf } from './lines.ts';
import type { SourceRecord } from './record.ts';

const BLANK = /^[ \t\r]*$/;
/** Deeper JSON could overflow the stack of whoever walks it. */
const DEEPEST = 512;

function tooDeep(value: JsonValue, left = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const item of Object.values(value)) if (tooDeep(item, left - 1)) return true;
  return false;
}

function trouble(line: Line, code: string, what: string): Pick<SourceRecord, 'trouble'> {
  return line.ended || code !== 'invalid-json'
    ? { trouble: { code, what } }
    : { trouble: { code: 'torn-record', what: 'the last line breaks off' } };
}

/** JSON text as a value, or why it is none. */
export function parsed(text: string): Pick<SourceRecord, 'value' | 'trouble'> {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (tooDeep(value))
      return { trouble: { code: 'too-deep', what: `is nested deeper than ${DEEPEST} levels` } };
    return { value };
  } catch {
    return { trouble: { code: 'invalid-json', what: 'is not JSON' } };
  }
}

function contentOf(
  line: Line,
  decoder: InstanceType<typeof TextDecoder>,
): Pick<SourceRecord, 'value' | 'trouble'> | null {
  if (line.bytes === null)
    return trouble(line, 'line-too-long', `is longer than ${LONGEST_LINE} bytes, which no reader holds`);
  let text: string;
  try {
    text = decoder.decode(line.bytes);
  } catch {
    return trouble(line, 'invalid-utf8', 'is not UTF-8 text');
  }
  if (BLANK.test(text)) return null;
  const read = parsed(text);
  return read.trouble ? trouble(line, read.trouble.code, read.trouble.what) : read;
}

/** Records of a file with one JSON value a line. Blank lines are no records; a line that cannot be read is one, with its trouble. */
export function* jsonLines(chunks: Iterable<Uint8Array>, file: string): Generator<SourceRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const line of linesOf(chunks)) {
    const content = contentOf(line, decoder);
    if (content === null) continue;
    const digest = line.bytes === null ? sha256('') : sha256(line.bytes);
    yield {
      position: { file, line: line.number, bytes: [line.offset, line.length], digest },
      ...content,
    };
  }
}
