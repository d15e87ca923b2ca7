import { z } from 'zod';
import { codeOnly } from './code-only.ts';
import type { SourceFile } from './sources.ts';

const LONGEST_QUOTE = 600;
const MOST_LINES = 12;
const MOST_QUOTES = 8;

const QuoteSchema = z.strictObject({
  file: z.string().max(256),
  /** 1-based: where the quote begins. */
  line: z.int().positive(),
  quote: z.string().min(1).max(LONGEST_QUOTE),
});

/** Code that an answer rests on, word for word. */
export type Quote = z.infer<typeof QuoteSchema>;

export const QuotesSchema = z.array(QuoteSchema).min(1).max(MOST_QUOTES);

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A quote with its white space left open: indentation is not what is quoted. */
function patternOf(quote: string): RegExp {
  return new RegExp(quote.trim().split(/\s+/).map(escaped).join('\\s+'), 'u');
}

/**
 * What is wrong with a quote, in a few words; nothing when it really stands in the source, on the line that it names,
 * and is code: a comment or a text is what a program says of itself.
 */
export function ungrounded({ file, line, quote }: Quote, sources: readonly SourceFile[]): string | undefined {
  const source = sources.find((each) => each.file === file);
  if (!source) return `there is no source file ${JSON.stringify(file)}`;
  if (!/[\p{L}_$]/u.test(quote)) return `${file}:${line}: the quote holds no name`;
  const lines = source.text.split('\n');
  const code = codeOnly(file, source.text).split('\n');
  const most = Math.min(MOST_LINES, quote.split('\n').length);
  const window = lines.slice(line - 1, line - 1 + most).join('\n');
  const found = patternOf(quote).exec(window);
  if (!found) return `${file}:${line}: the quote does not stand there`;
  const bare = code.slice(line - 1, line - 1 + most).join('\n');
  const quoted = bare.slice(found.index, found.index + found[0].length);
  return /[\p{L}_$]/u.test(quoted) ? undefined : `${file}:${line}: the quote is a comment or a text, no code`;
}
