import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { referred } from './inspect-lists.ts';

const Range = fc.tuple(fc.integer({ min: -2, max: 12 }), fc.integer({ min: -2, max: 12 }));

test.prop([fc.array(Range), fc.array(fc.nat(), { maxLength: 9 })])(
  'references give the items that are there, in their order, and count the others',
  (refs, pool) => {
    const sound = refs.filter(([start, end]) => start >= 0 && end >= start);
    const { items, absent, beyond } = referred(refs, pool);
    expect(items).toEqual(sound.flatMap(([start, end]) => pool.slice(start, end)));
    const named = sound.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(absent + beyond).toBe(refs.length - sound.length + named - items.length);
  },
);

test('references that repeat a large pool end at what an event can show, and the rest is counted', () => {
  const pool = Array.from({ length: 60_000 }, (_, at) => at);
  const refs = Array.from({ length: 10_000 }, () => [0, pool.length]);
  const { items, absent, beyond } = referred(refs, pool);
  expect(items).toHaveLength(100_000);
  expect(absent + beyond).toBe(refs.length * pool.length - items.length);
});
