import { expect, test } from 'vitest';
import { formatDecimal } from '../../../core/decimal.ts';
import { paperFigures } from './index.ts';

const figures = paperFigures();

test('the paper’s 2×2 recomputes to its printed spreads and masks with harness and scorer both', () => {
  const { spread, submittingSpread, pairs, order, masking } = figures.joint;
  expect([spread.L0.shipped, spread.L0.truth, spread.L2.truth]).toEqual([0, 0, 1]);
  expect([formatDecimal(spread.L2.shipped, 3), formatDecimal(submittingSpread, 3)]).toEqual([
    '0.948',
    '0.425',
  ]);
  expect(pairs.total).toBe(21);
  expect(order.L0.shipped).toMatchObject({ concordant: 0, discordant: 0 });
  expect(masking).toMatch(/both mask/);
});

test('the paper’s spectrum recomputes to the printed means, tails and worst cases', () => {
  const row = (model: string) => figures.spectrum.rows.find((candidate) => candidate.model === model);
  expect(figures.spectrum.rows.map((r) => r.model).slice(0, 3)).toEqual([
    'Claude-Fable-5',
    'Claude-Sonnet-4.6',
    'GPT-5',
  ]);
  expect(formatDecimal(row('GPT-5')?.mean ?? 0, 3)).toBe('0.930');
  expect(formatDecimal(row('GPT-5')?.cvar ?? 0, 3)).toBe('0.720');
  expect(row('GPT-5')?.worst).toBe(0);
  expect(formatDecimal(row('Claude-Haiku-4.5')?.worst ?? 0, 3)).toBe('0.787');
});

test('the paper’s B2 family recomputes to its printed effects, intervals and Holm-adjusted p', () => {
  const llama = figures.forest.find((row) => row.label === 'Llama-3.3-70B, slack 0');
  expect(formatDecimal(llama?.delta ?? 0, 3)).toBe('0.087');
  expect([llama?.lo, llama?.hi].map((end) => formatDecimal(end ?? 0, 3))).toEqual(['0.051', '0.128']);
  expect([llama?.p, llama?.pHolm]).toEqual([0.0011, 0.0066]);
  expect(figures.forest).toHaveLength(6);
});

test('quoted figures of the judge and of free retries are the printed ones', () => {
  expect(figures.judge).toEqual({ fabricated: 0.98, empty: 0.645, contradictoryDrop: 0.398 });
  expect(figures.skips).toEqual({ skips: 0, episodes: 120 });
});
