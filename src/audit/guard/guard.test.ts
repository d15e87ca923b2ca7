import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { compose } from './compose.ts';
import { figuresIn } from './figures-in-text.ts';
import { guardClaim, refusals } from './guard.ts';

const DOCUMENT = { probe: { empty: { judge: 0.645 }, pairs: 66, owned: 5 }, other: { same: 0.645 } };

verifies('audit.guard.bound', () => {
  const claim = compose(
    DOCUMENT,
    'probe',
    'An empty submission scores {~.empty.judge|3}; {~.owned|word} of it.',
  );
  expect(claim.text).toBe('An empty submission scores 0.645; five of it.');
  expect(refusals(claim, DOCUMENT)).toEqual([]);
});

verifies('audit.guard.unbound', () => {
  const free = (text: string) => refusals({ text, figures: [] }, DOCUMENT).map(({ reason }) => reason);
  expect(free('It scores 0.645.')).toEqual(['unbound']);
  expect(free('Sixty-six pairs, half of them equal, twice.')).toEqual([
    'unbound',
    'unbound',
    'unbound',
    'unbound',
  ]);
  expect(free('It scores ½ of it, or ٣.')).toEqual(['unbound', 'unbound']);
  expect(free('No figure at all in T3_duplicates at L0, by SHA-256 (Table A10).')).toEqual([]);
});

test('refusals finds a figure that was changed after it was bound', () => {
  const claim = compose(DOCUMENT, 'probe', 'It scores {~.empty.judge|3}.');
  const forged = { ...claim, text: claim.text.replace('0.645', '0.646') };
  expect(refusals(forged, DOCUMENT)).toMatchObject([{ reason: 'mismatch', figure: '0.646' }]);
});

test('refusals refuses a figure bound outside the evidence at hand, though the digits agree', () => {
  const claim = compose(DOCUMENT, '', 'It scores {other.same|3}.');
  expect(refusals(claim, DOCUMENT, ['probe'])).toMatchObject([{ reason: 'out-of-scope' }]);
  expect(() => guardClaim(claim, DOCUMENT, ['probe'])).toThrow(/no part of the evidence/);
});

test('compose refuses a path at which no number stands', () => {
  expect(() => compose(DOCUMENT, 'probe', '{~.nowhere|3}')).toThrow(/probe\.nowhere/);
});

test.prop([
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.integer({ min: 0, max: 6 }),
])('a composed figure always passes the guard, at any rounding', (value, places) => {
  const document = { a: value };
  expect(refusals(compose(document, '', `x {a|${places}} y`), document)).toEqual([]);
});

test.prop([fc.string(), fc.nat()])('figuresIn finds a number put anywhere between words', (words, number) => {
  const text = `${words.replace(/[\p{N}\p{L}§+\-−.,_@]/gu, ' ')} ${number} end`;
  expect(figuresIn(text).map((figure) => figure.text)).toContain(String(number));
});
