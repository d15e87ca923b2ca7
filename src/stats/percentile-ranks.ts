/** A decimal as a fraction of whole numbers, read from its shortest decimal form: 0.95 is 95/100, not the double. */
function decimalFraction(value: number): { numerator: bigint; denominator: bigint } {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', places = ''] = digits.split('.');
  const shift = BigInt(places.length) - BigInt(exponent);
  const numerator = BigInt(whole + places);
  return shift >= 0n
    ? { numerator, denominator: 10n ** shift }
    : { numerator: numerator * 10n ** -shift, denominator: 1n };
}

/**
 * Which order statistics (from 0) bound a percentile interval: floor(a/2 B) and ceil((1 - a/2) B) - 1, a = 1 - level,
 * in whole-number arithmetic (specification §2.1). Level 0.95 and B = 2000 give 50 and 1949.
 */
export function percentileRanks(level: number, resamples: number): { lower: number; upper: number } {
  const { numerator, denominator } = decimalFraction(level);
  const count = BigInt(resamples);
  const scale = 2n * denominator;
  const lower = ((denominator - numerator) * count) / scale;
  const upper = ((denominator + numerator) * count + scale - 1n) / scale - 1n;
  return { lower: Number(lower), upper: Number(upper) };
}

/** Which order statistic (from 0) a share `level` of the replicates does not exceed: ceil(level B) - 1. */
export function oneSidedRank(level: number, resamples: number): number {
  const { numerator, denominator } = decimalFraction(level);
  return Number((numerator * BigInt(resamples) + denominator - 1n) / denominator - 1n);
}
