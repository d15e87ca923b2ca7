import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { Random } from '../core/random.ts';
import { type EscalatingOptions, escalatingAdversary } from './escalating.ts';
import { CORRUPTION_KINDS } from './perturbation.ts';

const OPTIONS: EscalatingOptions = {
  base: 0.1,
  scale: 0.3,
  corruptionScale: 0.4,
  corruptions: ['duplicate'],
  squeeze: null,
  latency: 0,
};

const REQUESTS = 4000;

/** Share of requests that fail under a policy at one intensity. */
function faultShare(options: EscalatingOptions, intensity: number): number {
  const policy = escalatingAdversary(options);
  const random = new Random(7);
  let faults = 0;
  for (let i = 0; i < REQUESTS; i += 1) {
    const intents = policy.intend({ intensity, peak: intensity }, random);
    if (intents.some(({ kind }) => kind === 'fault')) faults += 1;
  }
  return faults / REQUESTS;
}

verifies('adversity.policy.rates', () => {
  for (const intensity of [0, 0.5, 1]) {
    const expected = OPTIONS.base + OPTIONS.scale * intensity;
    expect(Math.abs(faultShare(OPTIONS, intensity) - expected)).toBeLessThan(0.03);
  }
  expect(faultShare({ ...OPTIONS, base: 1, scale: 5 }, 1)).toBe(1);
  expect(faultShare({ ...OPTIONS, base: 0, scale: 0 }, 1)).toBe(0);
  const policy = escalatingAdversary({ ...OPTIONS, base: 0, scale: 0, corruptions: CORRUPTION_KINDS });
  const at = (intensity: number) => policy.intend({ intensity, peak: -1 }, new Random(0));
  expect(at(0)).toEqual([]);
  expect(at(0.5)).toEqual(CORRUPTION_KINDS.map((kind) => ({ kind, rate: 0.2 })));
  const wild = escalatingAdversary({ ...OPTIONS, base: 0, scale: 0, corruptionScale: 9 });
  expect(wild.intend({ intensity: 1, peak: -1 }, new Random(0))).toEqual([{ kind: 'duplicate', rate: 1 }]);
});

describe('escalatingAdversary()', () => {
  it('corrupts nothing that it makes fail', () => {
    const policy = escalatingAdversary({ ...OPTIONS, base: 1 });
    expect(policy.intend({ intensity: 1, peak: -1 }, new Random(0))).toEqual([{ kind: 'fault' }]);
  });

  it('squeezes on the first request at the threshold, failed or not, and on no later one', () => {
    for (const base of [0, 1]) {
      const policy = escalatingAdversary({ ...OPTIONS, base, squeeze: { at: 0.7, delta: -3 } });
      const squeezed = (intensity: number, peak: number) =>
        policy.intend({ intensity, peak }, new Random(0)).filter(({ kind }) => kind === 'budget');
      expect(squeezed(0.6, 0.4)).toEqual([]);
      expect(squeezed(0.8, 0.6)).toEqual([{ kind: 'budget', delta: -3 }]);
      expect(squeezed(0.8, 0.8)).toEqual([]);
    }
  });

  it('makes answers late in proportion to the intensity', () => {
    const policy = escalatingAdversary({ ...OPTIONS, base: 1, latency: 10 });
    const [, late] = policy.intend({ intensity: 0.25, peak: -1 }, new Random(0));
    expect(late).toEqual({ kind: 'latency', seconds: 2.5 });
  });

  it.each([
    [{ base: 1.1 }],
    [{ base: -0.1 }],
    [{ scale: Number.NaN }],
    [{ scale: Number.POSITIVE_INFINITY }],
    [{ corruptionScale: -1 }],
    [{ latency: -1 }],
    [{ corruptions: ['duplicate', 'duplicate'] as const }],
    [{ corruptions: ['shred'] as unknown as EscalatingOptions['corruptions'] }],
    [{ squeeze: { at: 2, delta: -1 } }],
    [{ squeeze: { at: 0.5, delta: 0 } }],
    [{ squeeze: { at: 0.5, delta: -1.5 } }],
  ])('refuses %o', (change) => {
    const open = () => escalatingAdversary({ ...OPTIONS, ...change });
    expect(open).toThrow(expect.objectContaining({ code: 'invalid-adversary' }));
  });
});

test.prop([fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })])(
  'an adversary draws one number for each request, whatever comes of it',
  (seed, intensity) => {
    const used = new Random(seed);
    escalatingAdversary(OPTIONS).intend({ intensity, peak: -1 }, used);
    const expected = new Random(seed);
    expected.random();
    expect(used.random()).toBe(expected.random());
  },
);
