const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** Coefficients B(2k) / (2k (2k - 1)) of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
const STIRLING_FROM = 15;
const TINY = 1e-300;

/** What log Gamma(x) has beyond (x - 1/2) log x - x + log(2 pi) / 2, for x >= 15. */
function stirlingRest(x: number): number {
  let power = 1 / x;
  let rest = 0;
  for (const coefficient of STIRLING) {
    rest += coefficient * power;
    power /= x * x;
  }
  return rest;
}

/** log Gamma(x) for x > 0. */
function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < STIRLING_FROM) {
    product *= shifted;
    shifted += 1;
  }
  const main = (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI;
  return main + stirlingRest(shifted) - Math.log(product);
}

/** x^a (1 - x)^b / B(a, b); for large a and b the big logarithms are cancelled by hand, so that no digits are lost. */
function betaFront(x: number, a: number, b: number): number {
  const total = a + b;
  if (a < STIRLING_FROM || b < STIRLING_FROM) {
    const logBeta = logGamma(a) + logGamma(b) - logGamma(total);
    return Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
  }
  const meanAt = a / total;
  const deviance = a * Math.log1p((x - meanAt) / meanAt) + b * Math.log1p((meanAt - x) / (1 - meanAt));
  const rest = stirlingRest(total) - stirlingRest(a) - stirlingRest(b);
  return Math.exp(deviance + rest) * Math.sqrt((a * b) / (2 * Math.PI * total));
}

/** The continued fraction of the incomplete beta function (NIST DLMF 8.17.22), by modified Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY);
  let value = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || TINY);
    c = 1 + even / c || TINY;
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || TINY);
    c = 1 + odd / c || TINY;
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

/**
 * Regularised incomplete beta function I_x(a, b): the tails of the binomial and of Student's t.
 *
 * @param x in [0, 1]
 * @param a above 0
 * @param b above 0
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = betaFront(x, a, b);
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Where a non-decreasing function of [low, high] crosses `target`, to the last bit that bisection can give. */
export function bisect(rises: (x: number) => number, target: number, low: number, high: number): number {
  let below = low;
  let above = high;
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return middle;
    if (rises(middle) < target) below = middle;
    else above = middle;
  }
}
