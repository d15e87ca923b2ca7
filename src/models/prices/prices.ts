import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';

const Rate = z.number().nonnegative();

/** What a model's tokens cost, as its provider listed it on a day. */
const PriceSchema = z.strictObject({
  model: z.string().min(1).describe('Id of the model without options; later editions by date count as it'),
  asOf: z.iso.date(),
  source: z.string().min(1),
  input: Rate,
  output: Rate,
  cached: Rate.exactOptional().describe('Input tokens read from a cache. @default as other input'),
});

/** A dated catalogue of list prices. */
export const PricesSchema = z.strictObject({
  format: z.literal('measurand.prices/1'),
  currency: z.string().min(1),
  per: z.number().int().positive().describe('Tokens that a price is for'),
  prices: z.array(PriceSchema),
});
export type Prices = z.infer<typeof PricesSchema>;

/** Tokens; those read from a cache are in `input` too. */
export interface PricedTokens {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
}

/** What tokens cost by a catalogue. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
  /** The day of the price, and who listed it. */
  readonly asOf: string;
  readonly source: string;
}

const BUILT_IN = new URL('../../../data/prices/list-prices.json', import.meta.url);
/** What may stand behind a model's name in the name of one of its editions. */
const EDITION = /^-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/**
 * A catalogue of prices.
 *
 * @param file @default the list prices that come with Measurand, each with its day
 * @throws MeasurandError `unreadable`, `invalid-prices`
 */
export function readPrices(file?: string): Prices {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file ?? BUILT_IN, 'utf8'));
  } catch (error) {
    throw new MeasurandError('unreadable', `cannot be read as JSON: ${(error as Error).message}`, {
      file: file ?? 'data/prices/list-prices.json',
    });
  }
  const read = PricesSchema.safeParse(value);
  if (read.success) return read.data;
  throw new MeasurandError('invalid-prices', z.prettifyError(read.error), {
    ...(file === undefined ? {} : { file }),
    next: 'Write {"format": "measurand.prices/1", "currency", "per", "prices": [{model, asOf, source, input, output}]}',
  });
}

/** What a model's tokens cost; null where the catalogue has no price of it: unknown, which is not nothing. */
export function costOf({ prices, currency, per }: Prices, model: string, tokens: PricedTokens): Cost | null {
  const plain = model.replace(/\?.*$/, '');
  const price = prices.find(({ model: listed }) => {
    return plain === listed || (plain.startsWith(listed) && EDITION.test(plain.slice(listed.length)));
  });
  if (!price) return null;
  const { input, output, cached: cachedRate = input, asOf, source } = price;
  const { cached = 0 } = tokens;
  const sum = (tokens.input - cached) * input + cached * cachedRate + tokens.output * output;
  return { amount: sum / per, currency, asOf, source };
}
