import { type Document, isCollection, isNode, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { MeasurandError } from '../../core/errors.ts';
import type { FieldPath, StudySource } from './source.ts';

/** Aliases that a study may resolve in all: enough for sharing a list, too few for a bomb. */
const MOST_ALIASES = 100;
/** Deeper than any study; beyond it a reader that recurses would run out of stack. */
const DEEPEST = 100;

interface Read {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

function refuse(code: string, what: string, file: string, cause?: unknown): MeasurandError {
  return new MeasurandError(code, what, { file, cause });
}

/** Brackets that stand open at once, at most: a bound from above, as those inside strings count too. */
function deepestFlow(text: string): number {
  let open = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open -= 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

/** How far the text is nested at most, by its brackets and by its indentation. */
function checkDepth(text: string, file: string): void {
  const dashes = Math.max(
    0,
    ...(text.match(/^[ \t]*(?:[-?:][ \t]+)+/gm) ?? []).map((start) => start.length / 2),
  );
  const indents = new Set((text.match(/^ +/gm) ?? []).map((start) => start.length)).size;
  if (deepestFlow(text) + dashes + indents > DEEPEST) {
    throw refuse('not-yaml', `is nested more than ${DEEPEST} deep`, file);
  }
}

function parse(text: string, file: string): Read {
  checkDepth(text, file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', merge: false });
  return { document, lines };
}

const atLine = (file: string, line: number | undefined): string =>
  line === undefined ? file : `${file}:${line}`;

/** The line of a field, or of the nearest thing around it that is there. */
function lineOf({ document, lines }: Read, path: FieldPath): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : keyOrValue(document, path.slice(0, length));
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return undefined;
}

/** The key of a field where it has one, so that a mistyped name is pointed at and not what follows it. */
function keyOrValue(document: Document.Parsed, path: FieldPath): unknown {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (!isCollection(parent)) return undefined;
  const pair = parent.items.find((item) => keyOf(item) === last);
  return (pair as { key?: unknown } | undefined)?.key ?? document.getIn(path, true);
}

const keyOf = (item: unknown): unknown => (item as { key?: { value?: unknown } } | null)?.key?.value;

function firstTrouble({ document }: Read): YAMLError | undefined {
  return document.errors[0] ?? document.warnings[0];
}

/** The library appends an excerpt of the text, which belongs on no single line of ours. */
const summaryOf = ({ message }: YAMLError): string => message.split(' at line ', 1)[0] as string;

function resolved(read: Read, file: string): unknown {
  try {
    return read.document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    throw refuse('not-yaml', `cannot be resolved: ${(cause as Error).message}`, file, cause);
  }
}

/** @throws MeasurandError `not-yaml`, naming the line */
export function yamlSource(text: string, file: string): StudySource {
  const read = parse(text, file);
  const trouble = firstTrouble(read);
  if (trouble) {
    const place = atLine(file, trouble.linePos?.[0].line);
    throw refuse('not-yaml', `is not YAML: ${summaryOf(trouble)}`, place, trouble);
  }
  return { value: resolved(read, file), placeOf: (path) => atLine(file, lineOf(read, path)) };
}

/**
 * JSON, read as JSON: what the lines mean is asked of the YAML reader, which also sees that a key stands twice, where
 * JSON's own reader would silently take the last.
 *
 * @throws MeasurandError `not-json`
 */
export function jsonSource(text: string, file: string): StudySource {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuse('not-json', `is not JSON: ${(cause as Error).message}`, file, cause);
  }
  const read = parse(text, file);
  const twice = read.document.errors.find(({ code }) => code === 'DUPLICATE_KEY');
  if (twice) {
    throw refuse('not-json', 'has a key twice', atLine(file, twice.linePos?.[0].line), twice);
  }
  return { value, placeOf: (path) => atLine(file, lineOf(read, path)) };
}
