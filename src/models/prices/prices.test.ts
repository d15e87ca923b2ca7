import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { costOf, type Prices, readPrices } from './prices.ts';

const scratch = mkdtempSync(join(tmpdir(), 'mrnd-prices-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PRICES: Prices = {
  format: 'measurand.prices/1',
  currency: 'USD',
  per: 1_000_000,
  prices: [
    { model: 'openai:small', asOf: '2026-03-21', source: 'list', input: 2, output: 8, cached: 0.5 },
    { model: 'compatible:own/large', asOf: '2026-03-21', source: 'contract', input: 1, output: 4 },
  ],
};

test('tokens cost what the catalogue says on its day, cached ones at their own rate, each once', () => {
  const tokens = { input: 1_000_000, cached: 400_000, output: 100_000 };
  expect(costOf(PRICES, 'openai:small', tokens)).toEqual({
    amount: 0.6 * 2 + 0.4 * 0.5 + 0.1 * 8,
    currency: 'USD',
    asOf: '2026-03-21',
    source: 'list',
  });
  expect(costOf(PRICES, 'compatible:own/large', tokens)?.amount).toBeCloseTo(1.4, 12);
});

test('an edition by date costs what its model does, another model nothing that is known', () => {
  const tokens = { input: 1, output: 1 };
  for (const id of ['openai:small-2026-01-31', 'openai:small-20260131', 'openai:small?temperature=0'])
    expect(costOf(PRICES, id, tokens), id).not.toBeNull();
  for (const id of ['openai:small-mini', 'openai:smaller', 'local:small.gguf', 'anthropic:small'])
    expect(costOf(PRICES, id, tokens), id).toBeNull();
});

test('the list that comes with Measurand is in its form, each price with its day and source', () => {
  const { prices } = readPrices();
  expect(new Set(prices.map(({ model }) => model)).size).toBe(prices.length);
  for (const { cached = 0, input, output } of prices) expect(cached <= input && input <= output).toBe(true);
});

test('a file in another form is refused by name', () => {
  const file = join(scratch, 'prices.json');
  writeFileSync(file, JSON.stringify({ ...PRICES, prices: [{ model: 'x', input: -1 }] }));
  expect(() => readPrices(file)).toThrow(expect.objectContaining({ code: 'invalid-prices' }));
  writeFileSync(file, '{');
  expect(() => readPrices(file)).toThrow(expect.objectContaining({ code: 'unreadable' }));
});
