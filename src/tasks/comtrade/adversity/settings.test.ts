import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { MeasurandError } from '../../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { adversitySettings, DEFAULT_ADVERSITY } from './settings.ts';

describe('adversitySettings()', () => {
  it('lays settings over the defaults and gives its own result back', () => {
    const squeeze = { at: 0.7, delta: -3 };
    const settings = adversitySettings({ quota: 8, squeeze });
    expect(settings).toEqual({ ...DEFAULT_ADVERSITY, quota: 8, squeeze });
    expect(adversitySettings(settings as unknown as JsonObject)).toEqual(settings);
  });

  it.each([
    ['unknown-setting', { speed: 3 }],
    ['invalid-setting', { schedule: 'linear' }],
    ['invalid-setting', { schedule: { kind: 'sine' } }],
    ['invalid-setting', { schedule: { kind: 'linear', from: 0 } }],
    ['invalid-setting', { schedule: { kind: 'linear', from: 0, to: 2 } }],
    ['invalid-setting', { schedule: { kind: 'constant', level: 0.5, at: 0.5 } }],
    ['invalid-schedule', { schedule: { kind: 'linear', from: 1, to: 0 } }],
    ['invalid-setting', { base: '0.1' }],
    ['invalid-adversary', { base: 2 }],
    ['invalid-adversary', { corruptions: ['shred'] }],
    ['invalid-setting', { corruptions: 'duplicate' }],
    ['invalid-setting', { duplicates: 'twice' }],
    ['invalid-setting', { totalsAt: 1.5 }],
    ['invalid-setting', { quota: 2.5 }],
    ['invalid-setting', { quota: -1 }],
    ['invalid-setting', { quota: 8, squeeze: 3 }],
    ['invalid-setting', { quota: 8, squeeze: { at: 0.7 } }],
    ['invalid-adversary', { quota: 8, squeeze: { at: 0.7, delta: 3 } }],
    ['inert-setting', { squeeze: { at: 0.7, delta: -3 } }],
    ['inert-setting', { duplicates: 'append', corruptions: ['drop'] }],
    ['invalid-adversary', { latency: -1 }],
  ] as const)('refuses as %s: %o', (code, given) => {
    expect(() => adversitySettings(given as unknown as JsonObject)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test.prop([fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_ADVERSITY), 'x'), fc.jsonValue())])(
    'takes nothing malformed: it either reads settings that it reads alike again, or throws a coded error',
    (given) => {
      try {
        const settings = adversitySettings(given as Record<string, JsonValue>);
        expect(adversitySettings(settings as unknown as JsonObject)).toEqual(settings);
      } catch (error) {
        expect(error).toBeInstanceOf(MeasurandError);
      }
    },
  );
});
