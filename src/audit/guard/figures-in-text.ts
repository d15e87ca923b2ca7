import { NUMBER_WORDS } from './number-words.ts';

/** A numeral or a spelled-out number found in a text. */
export interface FoundFigure {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const NUMERAL = String.raw`[-+\u2212]?(?:\p{Nd}(?:\p{Nd}|,(?=\p{Nd}))*(?:\.\p{Nd}+)?|\.\p{Nd}+)(?:e[-+]?\p{Nd}+)?%?|[\p{No}\p{Nl}]+`;
const FIGURE = new RegExp(
  `${NUMERAL}|(?<![\\p{L}\\p{Nd}])(?:${NUMBER_WORDS.join('|')})(?![\\p{L}\\p{Nd}])`,
  'giu',
);

/**
 * Names that hold digits and say no quantity: tasks, levels, scores, digests, tables, sections, statuses, profiles.
 * Longest first, so that a name is taken whole.
 */
const NAMES =
  /\bT\d+(?:_[A-Za-z0-9_]+)?|\bL[0-2]\b|\bF1\b|\bl[0-2](?:-release)?\b|SHA-256|MT19937|\bCVaR@0\.2\b|\bReliability@0\.[59]\b|\bTables? [A-Z]?\d+\b|\bFigure [A-Z]?\d+\b|(?:\bSection |§)[A-Z]?\.?\d+(?:\.\d+)*|\bA\.\d+\b|\bHTTP \d{3}\b|\bB[12]\b|2×2|\b205bdf0\b|\bGPT-\d[\w.-]*|\bLlama-[\w.-]+|\bQwen[\w.-]+|\bClaude-[\w.-]+/gu;

function spans(text: string, pattern: RegExp): FoundFigure[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
}

/** Every figure of a text that is not part of a known name, in order. */
export function figuresIn(text: string): FoundFigure[] {
  const names = spans(text, NAMES);
  return spans(text, FIGURE).filter(
    (figure) => !names.some((name) => figure.start >= name.start && figure.end <= name.end),
  );
}
