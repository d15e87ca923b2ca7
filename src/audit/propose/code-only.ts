/** How a language writes comments and texts, as far as it takes to tell them from code. */
interface Lexis {
  readonly line: string;
  readonly block: readonly [string, string] | undefined;
  readonly quotes: readonly string[];
  /** Whether a slash can begin a regular expression. */
  readonly slashes: boolean;
}

const C_LIKE: Lexis = { line: '//', block: ['/*', '*/'], quotes: ['"', "'", '`'], slashes: false };
const SCRIPT: Lexis = { ...C_LIKE, slashes: true };
const HASH: Lexis = { line: '#', block: undefined, quotes: ['"""', "'''", '"', "'"], slashes: false };

const LEXES: Readonly<Record<string, Lexis>> = {
  js: SCRIPT,
  mjs: SCRIPT,
  cjs: SCRIPT,
  jsx: SCRIPT,
  ts: SCRIPT,
  mts: SCRIPT,
  tsx: SCRIPT,
  py: HASH,
  rb: HASH,
  sh: HASH,
};

/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of))\s*$/;

/** Where the text that opens at `from` ends: past the closing mark, or at the end of the source. */
function endOfText(source: string, from: number, mark: string): number {
  for (let at = from + mark.length; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source.startsWith(mark, at)) return at + mark.length;
    else if (mark.length === 1 && mark !== '`' && source[at] === '\n') return at;
  }
  return source.length;
}

function endOfPattern(source: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '[') inClass = true;
    else if (source[at] === ']') inClass = false;
    else if (source[at] === '/' && !inClass) return at + 1;
  }
  return from + 1;
}

function endOfComment(source: string, at: number, { line, block }: Lexis): number | undefined {
  const [mark, from, past] = source.startsWith(line, at)
    ? ['\n', at, 0]
    : block && source.startsWith(block[0], at)
      ? [block[1], at + block[0].length, block[1].length]
      : ['', -1, 0];
  if (from < 0) return undefined;
  const end = source.indexOf(mark, from);
  return end < 0 ? source.length : end + past;
}

/** Where the comment, text or pattern that begins at `at` ends; nothing when code stands there. */
function endOfSpan(source: string, at: number, lexis: Lexis): number | undefined {
  const comment = endOfComment(source, at, lexis);
  if (comment !== undefined) return comment;
  const quote = lexis.quotes.find((mark) => source.startsWith(mark, at));
  if (quote !== undefined) return endOfText(source, at, quote);
  const pattern =
    lexis.slashes && source[at] === '/' && BEFORE_PATTERN.test(source.slice(Math.max(0, at - 20), at));
  return pattern ? endOfPattern(source, at) : undefined;
}

/**
 * A source with every character of its comments and texts blanked, line ends apart, so that offsets stay. What a
 * program says in words to whoever reads it is no evidence of what it does. A language that is not known is taken to
 * write comments as C does.
 */
export function codeOnly(file: string, source: string): string {
  const lexis = LEXES[file.slice(file.lastIndexOf('.') + 1)] ?? C_LIKE;
  const kept: string[] = [];
  for (let at = 0; at < source.length; ) {
    const end = endOfSpan(source, at, lexis);
    if (end === undefined) {
      kept.push(source[at] as string);
      at += 1;
    } else {
      kept.push(source.slice(at, end).replaceAll(/[^\n]/g, ' '));
      at = end;
    }
  }
  return kept.join('');
}
