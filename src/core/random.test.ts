import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { Random, stableSeed } from './random.ts';

const load = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../test/vectors/${name}`, import.meta.url), 'utf8'));

verifies('core.random.python-exact', () => {
  for (const entry of load('comtradebench/rng.json').mt) {
    const draws = <T>(n: number, draw: (r: Random) => T): T[] => {
      const random = new Random(entry.seed);
      return Array.from({ length: n }, () => draw(random));
    };
    expect(draws(4, (r) => r.u32())).toEqual(entry.first_getrandbits32);
    expect(draws(5, (r) => r.random())).toEqual(entry.random5);
    expect(draws(12, (r) => r.below(20))).toEqual(entry.randrange_0_20_x12);
    expect(draws(12, (r) => r.choice([...Array(17).keys()]))).toEqual(entry.choice_range17_x12);
    const deck = [...Array(36).keys()];
    new Random(entry.seed).shuffle(deck);
    expect(deck).toEqual(entry.shuffle_range36);
  }
});

test('stableSeed reads the first eight hexadecimal digits of SHA-256', () => {
  for (const { text, uint32 } of load('comtradebench/rng.json').stable_seed)
    expect(stableSeed(text)).toBe(uint32);
});

test('Random refuses a seed or bound that is not an integer', () => {
  expect(() => new Random(0.5)).toThrow(RangeError);
  expect(() => new Random(Number.NaN)).toThrow(RangeError);
  expect(() => new Random(1).below(0)).toThrow(RangeError);
  expect(() => new Random(1).below(2.5)).toThrow(RangeError);
});

test('Random takes negative and large seeds by absolute value, and text through SHA-256', () => {
  expect(new Random(-7).u32()).toBe(new Random(7).u32());
  expect(new Random(2n ** 70n).u32()).not.toBe(new Random(0).u32());
  expect(new Random('1:2').u32()).toBe(new Random('1:2').u32());
  expect(new Random('1:2').u32()).not.toBe(new Random('1:3').u32());
});

test('fillBelow draws what repeated calls of below draw, and leaves the stream where they leave it', () => {
  for (const bound of [1, 2, 3, 50, 64, 1000, 2 ** 30]) {
    const one = new Random(11);
    const other = new Random(11);
    const filled = new Uint32Array(700);
    one.fillBelow(filled, bound);
    expect([...filled]).toEqual(Array.from({ length: 700 }, () => other.below(bound)));
    expect(one.u32()).toBe(other.u32());
  }
  expect(() => new Random(1).fillBelow(new Uint32Array(1), 0)).toThrow(RangeError);
  expect(() => new Random(1).fillBelow(new Uint32Array(1), 2 ** 30 + 1)).toThrow(RangeError);
});

test('fillSigns tells of each call of random whether it is below 1/2, and leaves the stream where they leave it', () => {
  const [one, other] = [new Random(7), new Random(7)];
  for (const ahead of [0, 1, 0]) {
    // An odd number of outputs before puts the two of a call on both sides of a refill.
    for (let i = 0; i < ahead; i += 1) expect(one.u32()).toBe(other.u32());
    const signs = new Float64Array(1500);
    one.fillSigns(signs);
    expect([...signs]).toEqual(Array.from(signs, () => (other.random() < 0.5 ? 1 : -1)));
    expect(one.u32()).toBe(other.u32());
  }
});
