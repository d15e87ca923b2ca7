/**
 * Scanning of plain JSON tokens in an array of UTF-16 units that ends in a unit of 0. Each function takes where it begins
 * and gives where the token ends, or, when the token is not plain, the complement (`~`) of where that showed.
 */

export const UNIT = {
  tab: 9,
  lf: 10,
  cr: 13,
  space: 32,
  quote: 34,
  comma: 44,
  minus: 45,
  zero: 48,
  colon: 58,
  backslash: 92,
  open: 123,
  close: 125,
} as const;

/** Surrogates and what lies above them get a closer look. */
const LAST_PLAIN = 0xd7ff;
/** Digits of an integer that a double holds exactly, whatever they are. */
const SAFE_DIGITS = 15;

export function skipSpace(codes: Uint16Array, from: number): number {
  let at = from;
  while (codes[at] === UNIT.space || codes[at] === UNIT.tab) at += 1;
  return at;
}

/**
 * How many units from `at` and from `before` on are equal, up to `most`; both stretches lie within the view. Four units at a
 * time are compared as one double: equal doubles are equal units, since none of a row's units is 0, and doubles that are
 * no numbers and so never equal are looked at unit by unit.
 */
export function commonLength(
  codes: Uint16Array,
  view: DataView,
  at: number,
  before: number,
  most: number,
): number {
  let length = 0;
  while (
    length + 4 <= most &&
    view.getFloat64(2 * (at + length), true) === view.getFloat64(2 * (before + length), true)
  ) {
    length += 4;
  }
  while (length < most && codes[at + length] === codes[before + length]) length += 1;
  return length;
}

/** Where the texts that go on at `at` and at `before` first differ, or where both have their next quote. */
export function differenceOrQuote(codes: Uint16Array, at: number, before: number): number {
  let here = at;
  let there = before;
  for (;;) {
    const code = codes[here];
    if (code === UNIT.quote || code !== codes[there]) return here;
    here += 1;
    there += 1;
  }
}

/** The closing quote of a string without escapes, from any place within it. */
export function plainStringEnd(codes: Uint16Array, from: number): number {
  let at = from;
  for (;;) {
    const code = codes[at] as number;
    if (code === UNIT.quote) return at;
    if (code < UNIT.space || code === UNIT.backslash || code > LAST_PLAIN) return ~at;
    at += 1;
  }
}

/**
 * The unit after an integer in its one plain form: fractions, exponents, -0, needless zeros and long ones are not plain.
 */
export function plainIntegerEnd(codes: Uint16Array, from: number): number {
  const first = codes[from] === UNIT.minus ? from + 1 : from;
  let at = first;
  for (;;) {
    const digit = (codes[at] as number) - UNIT.zero;
    if (digit < 0 || digit > 9) break;
    at += 1;
  }
  const digits = at - first;
  const isPlain =
    codes[first] === UNIT.zero ? digits === 1 && first === from : digits > 0 && digits <= SAFE_DIGITS;
  const after = codes[at];
  const isWhole = after === UNIT.comma || after === UNIT.close || after === UNIT.space || after === UNIT.tab;
  return isPlain && isWhole ? at : ~at;
}

/** The value of a plain integer. */
export function plainInteger(codes: Uint16Array, from: number, end: number): number {
  const isNegative = codes[from] === UNIT.minus;
  let value = 0;
  for (let at = isNegative ? from + 1 : from; at < end; at += 1) {
    value = 10 * value + (codes[at] as number) - UNIT.zero;
  }
  return isNegative ? -value : value;
}
