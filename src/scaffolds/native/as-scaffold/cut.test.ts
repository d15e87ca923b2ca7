import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { keptFrom } from './cut.ts';
import { objectWithin } from './object-within.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue());

test.prop([object])('an answer that a harness spelled or framed otherwise is whole', (value) => {
  const served = JSON.stringify(value);
  for (const shown of [
    served,
    JSON.stringify(value, null, 2),
    `Wall time: 0.1 seconds\nOutput:\n${served}`,
    `tool said: ${JSON.stringify({ text: served })}`,
  ]) {
    expect(keptFrom(shown, served).cut).toBe(0);
  }
});

test('what stands between head and tail is counted as cut', () => {
  const served = JSON.stringify({ page: 1, rows: Array.from({ length: 200 }, (_, id) => ({ id })) });
  const shown = `${served.slice(0, 400)}\n[… cut …]\n${served.slice(-300)}`;
  expect(keptFrom(shown, served)).toEqual({ full: served.length, cut: served.length - 700 });
  expect(keptFrom('nothing of it', served).cut).toBeGreaterThan(served.length - 20);
});

test.prop([object, fc.integer({ min: 0, max: 1000 })])('no more is cut than there was', (value, at) => {
  const served = JSON.stringify(value);
  const { full, cut } = keptFrom(served.slice(0, at), served);
  expect(cut).toBeGreaterThanOrEqual(0);
  expect(cut).toBeLessThanOrEqual(full);
});

test.prop([object, fc.string().filter((text) => !/[{}"]/.test(text))])(
  'the first whole object is found in any prose without braces',
  (value, prose) => {
    const text = JSON.stringify(value);
    expect(objectWithin(`${prose}${text}\n${text}`)).toBe(text);
  },
);

test.prop([fc.string()])('any text is taken as it is or for an object in it', (text) => {
  expect(text).toContain(objectWithin(text));
});

test('an object within one that was cut is not the answer', () => {
  const cut = 'Output: {"page": 1, "rows": [{"id": 1}, {"id"';
  expect(objectWithin(cut)).toBe(cut);
});
