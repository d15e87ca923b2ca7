import { expect, test } from 'vitest';
import { MeasurandError } from '../../../core/errors.ts';
import { ReleaseSession } from './index.ts';

test('a session answers nothing but errors before its first reset', async () => {
  const session = new ReleaseSession();
  expect(session.environment).toBeUndefined();
  expect(await session.call('fetch_page', { page: 1 })).toEqual({
    value: { error: 'No active episode. Call reset() first.' },
    isError: true,
  });
});

test('a reset starts a fresh episode and drops the one before', async () => {
  const session = new ReleaseSession();
  session.reset({ taskId: 'T4_rate_limit_429' });
  const first = session.environment;
  await session.call('fetch_page', { page: 1 });
  await session.call('submit_results', { data_jsonl: '', metadata_json: '{}' });
  session.reset({ taskId: 'T4_rate_limit_429' });
  expect(session.environment).not.toBe(first);
  expect((await session.call('get_task_info', {})).value).toMatchObject({ requests_used: 0 });
  expect((await session.call('fetch_page', { page: 1 })).value).toMatchObject({ page: 1 });
  expect(first?.ledger()).toHaveLength(2);
});

test.each(['T99', 'T9_clean_ab'])(
  'a reset to %s, which the release lacks, breaks and leaves no episode',
  async (id) => {
    const session = new ReleaseSession();
    session.reset({ taskId: 'T1_single_page' });
    expect(() => session.reset({ taskId: id })).toThrow(MeasurandError);
    expect((await session.call('get_task_info', {})).isError).toBe(true);
  },
);

test('one seed starts one sequence of tasks, and without any seed no task is chosen', () => {
  const sequence = (seed: number): string[] => {
    const session = new ReleaseSession();
    return [session.reset({ seed }), session.reset(), session.reset()].map(({ task_id }) => task_id);
  };
  expect(sequence(7)).toEqual(sequence(7));
  expect(new Set([1, 2, 3, 4, 5].map((seed) => sequence(seed).join())).size).toBe(5);
  expect(() => new ReleaseSession().reset()).toThrow(/unseeded/);
});
