import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { byCodePoint } from '../../../core/canonical.ts';
import { comtradeDefinition } from '../definitions.ts';
import { transcript } from '../transcript.ts';
import { walkInOrder } from '../walk.ts';
import type { RepairedSettings } from './settings.ts';
import { settingsInForce } from './settings.ts';
import { repairedTask, repairedTasks } from './task.ts';
import { repairedVariants } from './variants.ts';

const answers = async (task: ReturnType<typeof repairedTask>, seed = 0): Promise<string> =>
  JSON.stringify(await transcript(task.open(seed)));

verifies('comtrade.repaired.no-inert-setting', async () => {
  for (const task of repairedTasks()) {
    const variants = repairedVariants(task.id);
    expect(new Set(variants.map((variant) => variant.setting))).toEqual(new Set(Object.keys(task.settings)));
    const before = await answers(task);
    for (const { setting, from, to, task: changed } of variants) {
      expect(changed.settings[setting], setting).toEqual(to);
      expect(task.settings[setting]).toEqual(from);
      expect(await answers(changed), `${task.id}, ${setting}`).not.toBe(before);
    }
  }
});

verifies('comtrade.repaired.settings-round-trip', async () => {
  const sets: RepairedSettings[] = [
    {},
    { duplicates: 'overwrite', stressors: ['hidden-totals', 'misleading-retry'] },
    { maxRequests: 8, pageSize: 9 },
  ];
  for (const settings of sets) {
    for (const task of repairedTasks(settings)) {
      const again = repairedTask(task.id, JSON.parse(JSON.stringify(task.settings)));
      expect(again.settings).toEqual(task.settings);
      expect(await answers(again, 2)).toBe(await answers(task, 2));
    }
  }
});

verifies('comtrade.stressors.act', async () => {
  for (const task of repairedTasks()) {
    const honest = await answers(task);
    const misled = await answers(repairedTask(task.id, { stressors: ['misleading-retry'] }));
    const lies = /("status":4(?:04|22),"message":"[^"]*","retryable":)false/g;
    expect(honest).toMatch(lies);
    expect(misled).toBe(honest.replaceAll(lies, '$1true'));
    const hidden = repairedTask(task.id, { stressors: ['hidden-totals'] });
    const unmarked = honest.replaceAll(',"isTotal":true,"is_total":true', '');
    expect(await answers(hidden)).toBe(unmarked);
    expect(hidden.settings['stressors']).toEqual(task.faults.includes('totals') ? ['hidden-totals'] : []);
    expect(unmarked === honest).toBe(!task.faults.includes('totals'));
    expect((await walkInOrder(hidden.open(0))).faults).toEqual(task.faults.toSorted(byCodePoint));
  }
});

test('repairedTask names in its settings only what acts in it', () => {
  expect(repairedTask('T1_single_page', { duplicates: 'overwrite' }).settings).toEqual({
    rows: 800,
    pageSize: 1000,
    maxRequests: 5,
    stressors: [],
  });
  expect(repairedTask('T9_adaptive_adversary', { duplicates: 'overwrite' }).settings).toEqual({
    rows: 75,
    pageSize: 15,
    maxRequests: 100,
    initialDuplicateRate: 0.05,
    escalationPerSuccess: 0.03,
    rateLimitAfterSuccesses: 3,
    totalsAfterSuccesses: 4,
    duplicates: 'overwrite',
    stressors: [],
  });
});

test.each([
  ['T1_single_page', { duplicateRate: 0.1 }, 'inert-setting'],
  ['T3_duplicates', { rateLimits: 1 }, 'inert-setting'],
  ['T3_duplicates', { qps: 5 }, 'unknown-setting'],
  ['T3_duplicates', { toString: 5 }, 'unknown-setting'],
  ['T3_duplicates', { pageSize: 0 }, 'invalid-setting'],
  ['T3_duplicates', { pageSize: 2.5 }, 'invalid-setting'],
  ['T3_duplicates', { rows: 1e9 }, 'invalid-setting'],
  ['T3_duplicates', { rows: '25' }, 'invalid-setting'],
  ['T3_duplicates', { rows: undefined }, 'invalid-setting'],
  ['T3_duplicates', { maxRequests: Number.NaN }, 'invalid-setting'],
  ['T3_duplicates', { duplicateRate: 0 }, 'invalid-setting'],
  ['T3_duplicates', { duplicateRate: 0.5 }, 'invalid-setting'],
  ['T3_duplicates', { duplicateRate: Number.NaN }, 'invalid-setting'],
  ['T3_duplicates', { duplicates: 'twice' }, 'invalid-setting'],
  ['T3_duplicates', { duplicates: 'overwrite', pageSize: 2 }, 'fault-cannot-occur'],
  ['T3_duplicates', { pageSize: 25 }, 'fault-cannot-occur'],
  ['T2_multi_page', { pageSize: 3000 }, 'fault-cannot-occur'],
  ['T6_page_drift', { rows: 12 }, 'fault-cannot-occur'],
  ['T7_totals_trap', { totalsAfterSuccesses: 3 }, 'fault-cannot-occur'],
  ['T9_adaptive_adversary', { pageSize: 25 }, 'fault-cannot-occur'],
  ['T3_duplicates', { stressors: ['observation-window:9'] }, 'unknown-stressor'],
] as const)('repairedTask(%s) refuses %j as %s', (id, settings, code) => {
  expect(() => repairedTask(id, settings as unknown as RepairedSettings)).toThrow(
    expect.objectContaining({ name: 'MeasurandError', code, kind: 'input' }),
  );
});

test('settingsInForce says what acts when it refuses a setting that would not', () => {
  expect(() => settingsInForce(comtradeDefinition('T4_rate_limit_429'), { duplicateRate: 0.1 })).toThrow(
    'record T4_rate_limit_429, field duplicateRate: duplicateRate would do nothing in this task. What acts here is rows, pageSize, maxRequests, rateLimits',
  );
});
