/** Series are told apart by symbol first, colour second and dash third, so that none rests on colour alone. */
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye'] as const;

export interface SeriesStyle {
  readonly stroke: string;
  readonly symbol: (typeof SYMBOLS)[number];
  readonly strokeDasharray: string;
}

/** The look of the i-th series; what was not executed here is dashed. */
export function seriesStyle(i: number, executed: boolean): SeriesStyle {
  const turn = i % SYMBOLS.length;
  return {
    stroke: `var(--s${turn + 1})`,
    symbol: SYMBOLS[turn] ?? 'circle',
    strokeDasharray: executed ? 'none' : '5 4',
  };
}
