import type { Verdict } from '../../audit/types.ts';

/** How a card is written for a terminal. */
export interface TextOptions {
  /** Columns at hand; a card takes 40 to 100 of them. */
  readonly width: number;
  /** Whether to add terminal colours. Words and symbols carry the meaning either way. */
  readonly color: boolean;
}

export type Paint = 'bold' | 'green' | 'red' | 'yellow' | 'dim';

const CODES: Readonly<Record<Paint, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

export const VERDICT_PAINT: Readonly<Record<Verdict, Paint>> = {
  pass: 'green',
  fail: 'red',
  'not-probed': 'yellow',
};

/** The text in a terminal colour, when colour was asked for. */
export function paint(text: string, colour: Paint, { color }: TextOptions): string {
  return color ? `\u001B[${CODES[colour]}m${text}\u001B[0m` : text;
}

const NARROWEST = 40;
const WIDEST = 100;

export function columnsAtHand({ width }: TextOptions): number {
  return Math.min(WIDEST, Math.max(NARROWEST, Math.floor(width)));
}
