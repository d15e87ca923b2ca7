/**
 * How a printed number compares with its recomputation.
 * - `exact`: recomputed from printed raw numbers, and every printed digit agrees;
 * - `consistent`: what is printed agrees with what else is printed, but its own raw numbers are not printed;
 * - `unprinted`: recomputed; the paper shows it in a figure, or not at all, without digits;
 * - `mismatch`: recomputed, and a digit differs;
 * - `not-recomputable`: the raw numbers are not printed. Never shown as verified.
 */
export type NumberStatus = 'exact' | 'consistent' | 'unprinted' | 'mismatch' | 'not-recomputable';

export const NUMBER_STATUSES = ['exact', 'consistent', 'unprinted', 'mismatch', 'not-recomputable'] as const;

export interface ReproducedNumber {
  readonly name: string;
  /** As the paper prints it; null where it prints none. */
  readonly printed: string | null;
  /** Rounded as the paper rounds; null where there is nothing to recompute from. */
  readonly recomputed: string | null;
  readonly status: NumberStatus;
  readonly note?: string;
}

/** `reproduced`: some numbers exact, none beyond recomputing. `reproduced-in-part`: some of each. */
export type TableStatus = 'reproduced' | 'reproduced-in-part' | 'mismatch' | 'not-recomputable';

export type NumberCounts = Readonly<Record<NumberStatus, number>>;

/** What a table's own file computes. */
export interface TableContent {
  readonly id: string;
  readonly title: string;
  /** Table, figure or section of the paper. */
  readonly source: string;
  readonly numbers: readonly ReproducedNumber[];
  /** What a reader must know: how it was recomputed, and where the paper contradicts itself. */
  readonly notes: readonly string[];
}

export interface ReproducedTable extends TableContent {
  readonly status: TableStatus;
  readonly counts: NumberCounts;
}

export interface Reproduction {
  readonly format: 'measurand.reproduction/1';
  readonly tables: readonly ReproducedTable[];
  readonly counts: NumberCounts;
  readonly byStatus: Readonly<Record<TableStatus, number>>;
}
