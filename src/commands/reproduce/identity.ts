import { formatDecimal } from '../../core/decimal.ts';
import { compared, comparedText } from './compare.ts';
import type { ReproducedNumber } from './types.ts';

/** One side of a printed equation. */
interface Side {
  readonly text: string;
  /** In plain units: 31.140% is .3114. */
  readonly value: number;
  /** A single number, as opposed to something to work out. */
  readonly literal: boolean;
  readonly percent: boolean;
}

/** Reads sums, products and brackets; anything else gives NaN. */
class Arithmetic {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? [];
  }

  value(): number {
    const value = this.#sum();
    return this.#at === this.#tokens.length ? value : Number.NaN;
  }

  #take(...wanted: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.#at += 1;
    return token;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const next = this.#product();
      value = sign === '+' ? value + next : value - next;
    }
    return value;
  }

  #product(): number {
    let value = this.#atom();
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      const next = this.#atom();
      value = sign === '*' ? value * next : value / next;
    }
    return value;
  }

  #atom(): number {
    if (this.#take('(')) {
      const value = this.#sum();
      return this.#take(')') ? value : Number.NaN;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token !== undefined && /^\d/.test(token) ? Number(token) : Number.NaN;
  }
}

function sideOf(text: string): Side {
  const percent = text.endsWith('%');
  const body = percent ? text.slice(0, -1).trim() : text;
  const value = new Arithmetic(body).value();
  return { text: body, value: percent ? value / 100 : value, literal: /^\d+(?:\.\d+)?$/.test(body), percent };
}

/** The equations of a remark: words are dropped, `prints as` is an equals sign, bracketed remarks stand alone. */
function equationsIn(remark: string): readonly (readonly Side[])[] {
  const asides: string[] = [];
  const main = remark.replace(/\(([^()]*[A-Za-z][^()]*)\)/g, (_, inside: string) => {
    asides.push(inside);
    return '';
  });
  return [...main.split(';'), ...asides]
    .map((part) =>
      part
        .replaceAll('prints as', '=')
        .replace(/[A-Za-z]+/g, ' ')
        .trim(),
    )
    .filter((part) => part.includes('='))
    .map((part) => part.split('=').map((side) => sideOf(side.replace(/\s+/g, ' ').trim())));
}

/** An equation says one thing worked out; every other side must be it, at its own precision. */
function checkEquation(name: string, sides: readonly Side[]): readonly ReproducedNumber[] {
  const whole = sides.map(({ text }) => text).join(' = ');
  const worked = sides.find(({ literal }) => !literal);
  if (!worked || sides.some(({ value }) => !Number.isFinite(value))) {
    return [comparedText(`${name}: ${whole}`, whole, 'cannot be worked out')];
  }
  return sides
    .filter((side) => side !== worked)
    .map((side) => {
      const { text, literal, percent, value } = side;
      const label = `${name}: ${worked.text}`;
      if (literal) return compared(label, text, worked.value * (percent ? 100 : 1));
      return compared(`${label} = ${text}`, formatDecimal(value, 9), worked.value);
    });
}

/** Every equation of a printed remark, side by side with what it works out to. */
export function checkIdentity(name: string, remark: string): readonly ReproducedNumber[] {
  const equations = equationsIn(remark);
  if (equations.length === 0) return [comparedText(name, remark, 'holds no equation')];
  return equations.flatMap((sides) => checkEquation(name, sides));
}

/** How a printed value stands in its remark: worked out by it, as a number or per cent; one of its operands; or neither. */
export function placeInIdentity(remark: string, printed: string): 'result' | 'operand' | 'absent' {
  const places = printed.split('.')[1]?.length ?? 0;
  const results = equationsIn(remark)
    .flat()
    .flatMap(({ value }) => (Number.isFinite(value) ? [value, value * 100] : []));
  if (results.some((value) => formatDecimal(value, places) === printed)) return 'result';
  return [...remark.matchAll(/\d+(?:\.\d+)?/g)].some(([number]) => number === printed) ? 'operand' : 'absent';
}
