import { fixed, interval, NO_VALUE, pValue, signed } from '../number.ts';

/** How a column's values are written, whatever the report is written in. */
export type Format =
  | 'text'
  | 'count'
  | 'score'
  | 'difference'
  | 'p'
  | 'share'
  | 'small'
  | 'interval'
  | 'differences';

/** An interval as a cell. */
export interface Span {
  readonly lo: number;
  readonly hi: number;
}

export type Cell = string | number | Span | null;

export interface SectionTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly format: Format }[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Cell[])[];
  /** Left out on a terminal, folded on a page. */
  readonly detail?: boolean;
}

/** One part of a report, before it is written as text, Markdown or HTML. */
export interface Section {
  /** Anchor, unique in the report. */
  readonly id: string;
  readonly title: string;
  /** How to read it. States no number. */
  readonly about: string;
  readonly tables: readonly SectionTable[];
  /** Sentences that must stand beside the numbers. */
  readonly notes: readonly string[];
}

const PLACES = 3;

function number(value: number, format: Format): string {
  switch (format) {
    case 'count':
      return fixed(value, 0);
    case 'difference':
      return signed(value, PLACES);
    case 'p':
      return pValue(value);
    case 'share':
      return `${fixed(value * 100, 1)} %`;
    case 'small':
      return fixed(value, 5);
    default:
      return fixed(value, PLACES);
  }
}

function span({ lo, hi }: Span, format: Format): string {
  return format === 'differences'
    ? `[${signed(lo, PLACES)}, ${signed(hi, PLACES)}]`
    : interval(lo, hi, PLACES);
}

/** The one place where a number of a study's report becomes text. */
export function shown(cell: Cell, format: Format): string {
  if (cell === null) return NO_VALUE;
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' ? number(cell, format) : span(cell, format);
}
