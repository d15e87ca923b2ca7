import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import type { EnvironmentAdapter } from './adapter.ts';
import { escalatingAdversary } from './escalating.ts';
import { isFault, type Perturbation } from './perturbation.ts';
import type { AdversaryPolicy } from './policy.ts';
import { openSchedule } from './schedule.ts';
import { AdversarialWrapper } from './wrapper.ts';

/** A domain with nothing in it: answers say what was asked, and whether it went through. */
interface Echo {
  readonly asked: string;
  readonly went: boolean;
  readonly drawn: number;
}

const echo = (total: number): EnvironmentAdapter<string, Echo> => ({
  total,
  realise: (asked, perturbation: Perturbation, open) => ({
    asked,
    went: !isFault(perturbation),
    drawn: open().random(),
  }),
  isSuccess: () => true,
});

const RAMP = openSchedule({ kind: 'linear', from: 0, to: 1 });
const ADVERSARY = escalatingAdversary({
  base: 0.2,
  scale: 0.5,
  corruptionScale: 0.4,
  corruptions: ['duplicate'],
  squeeze: { at: 0.7, delta: -3 },
  latency: 1,
});

const wrap = (seed: number, total: number, policy: AdversaryPolicy = ADVERSARY) =>
  new AdversarialWrapper({ seed, schedule: RAMP, policy, adapter: echo(total) });

const anyRequests = fc.array(fc.string(), { minLength: 1, maxLength: 30 });

verifies('adversity.wrapper.fault-cancels-success', () => {
  const always = wrap(1, 5, { intend: () => [{ kind: 'fault' }] });
  for (let i = 0; i < 4; i += 1) always.request('page');
  expect(always.trace().map(({ successes, success }) => [successes, success])).toEqual(
    Array.from({ length: 4 }, () => [0, false]),
  );
  const never = wrap(1, 5, { intend: () => [] });
  for (let i = 0; i < 3; i += 1) never.request('page');
  expect(never.trace().map(({ intensity }) => intensity)).toEqual([0.2, 0.4, 0.6]);
});

verifies('adversity.wrapper.trace', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), anyRequests, (seed, total, requests) => {
      const [one, other] = [wrap(seed, total), wrap(seed, total)];
      const answers = requests.map((request) => [one.request(request), other.request(request)]);
      for (const [a, b] of answers) expect(a).toEqual(b);
      expect(one.trace()).toEqual(other.trace());
      expect(one.trace().map(({ step }) => step)).toEqual(requests.map((_, index) => index + 1));
      let successes = 0;
      for (const line of one.trace()) {
        expect(line.successes).toBe(successes);
        expect(line.intensity).toBe(RAMP.intensity({ successes, total }));
        if (line.success) successes += 1;
      }
    }),
  );
});

verifies('adversity.wrapper.knows-no-model', () => {
  fc.assert(
    fc.property(fc.nat(), anyRequests, fc.string(), (seed, requests, other) => {
      const [one, two] = [wrap(seed, 5), wrap(seed, 5)];
      for (const request of requests) {
        const [a, b] = [one.request(request), two.request(other)];
        expect([a.went, a.drawn]).toEqual([b.went, b.drawn]);
      }
      expect(one.trace()).toEqual(two.trace());
    }),
  );
});

describe('AdversarialWrapper', () => {
  it('does not count an answer that the adapter calls no success', () => {
    const adapter = { ...echo(5), isSuccess: () => false };
    const wrapper = new AdversarialWrapper({
      seed: 1,
      schedule: RAMP,
      policy: { intend: () => [] },
      adapter,
    });
    wrapper.request('page');
    wrapper.request('page');
    expect(wrapper.trace().map(({ successes }) => successes)).toEqual([0, 0]);
  });

  it('squeezes once at most, however often the threshold is met', () => {
    const wrapper = wrap(3, 5);
    for (let i = 0; i < 40; i += 1) wrapper.request('page');
    const squeezes = wrapper.trace().filter(({ intents }) => intents.some(({ kind }) => kind === 'budget'));
    expect(squeezes).toHaveLength(1);
  });

  it('gives policy and adapter a generator each, so that one cannot shift the other', () => {
    const greedy: AdversaryPolicy = {
      intend: (_, random) => {
        for (let i = 0; i < 10; i += 1) random.random();
        return [];
      },
    };
    const [plain, shifted] = [wrap(9, 5, { intend: () => [] }), wrap(9, 5, greedy)];
    expect(plain.request('page').drawn).toBe(shifted.request('page').drawn);
  });
});

test.prop([fc.nat(), fc.nat()])('different seeds meet different trouble', (a, b) => {
  fc.pre(a !== b);
  const drawn = (seed: number) => Array.from({ length: 3 }, () => wrap(seed, 5).request('page').drawn);
  expect(drawn(a)).not.toEqual(drawn(b));
});
