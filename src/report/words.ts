import type { Card, EvidenceOrigin, OwnershipRow, Verdict } from '../audit/types.ts';

/** A verdict is told three ways at once: word, symbol and colour. */
export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly word: string; readonly symbol: string }>> = {
  pass: { word: 'Pass', symbol: '✓' },
  fail: { word: 'Fail', symbol: '✗' },
  'not-probed': { word: 'Not probed', symbol: '○' },
};

export const ORIGIN_WORDS: Readonly<
  Record<EvidenceOrigin, { readonly symbol: string; readonly means: string }>
> = {
  executed: { symbol: '●', means: 'run here' },
  'executed with stubs': { symbol: '◍', means: 'run here, with named parts of the benchmark stood in for' },
  recomputed: { symbol: '◐', means: 'recomputed from printed raw rows' },
  quoted: { symbol: '○', means: 'quoted from the paper; never earns a pass' },
};

export const OWNER_WORDS: Readonly<
  Record<OwnershipRow['observed'], { readonly word: string; readonly symbol: string }>
> = {
  model: { word: 'model', symbol: '●' },
  scaffold: { word: 'scaffold', symbol: '■' },
  environment: { word: 'environment', symbol: '▲' },
  shared: { word: 'shared', symbol: '◐' },
  'never-made': { word: 'never made', symbol: '–' },
};

/** The reading of a card that licenses none. */
export const NO_LICENCE = 'nothing';

/** The cell of the grid that a card speaks of. */
export function cardCell(card: Card): string {
  return card.level === 'none' ? card.scorer : `${card.level} × ${card.scorer}`;
}
