import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { inspectError, inspectLog, inspectSample, writeFiles } from '../../../test/samples/result-logs.ts';
import { logResults } from './results.ts';

const root = mkdtempSync(join(tmpdir(), 'retried-'));
afterAll(() => rmSync(root, { recursive: true }));

async function read(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(root, 'logs-'));
  writeFiles(folder, files);
  return logResults({ logs: [folder] });
}

const copied = { ...inspectSample('a', 'C'), uuid: 'u1' };
const retriedLog = (created: string, samples: readonly Record<string, unknown>[]) =>
  inspectLog(samples, undefined, {
    eval: { task_id: 'T', created, dataset: { samples: 2, sample_ids: ['a', 'b'] } },
  });

verifies('results.inspect.retried-once', async () => {
  const lost = { ...inspectSample('b', undefined, inspectError()), uuid: 'u2' };
  const { stats, retries, sources } = await read({
    'second.json': retriedLog('2026-01-02', [
      copied,
      { ...inspectSample('b', 'C'), uuid: 'u3', error_retries: [{ message: "RuntimeError('boom')" }] },
    ]),
    'z-first.json': retriedLog('2026-01-01', [copied, lost]),
  });
  expect(stats?.ledger).toMatchObject({ planned: 2, states: { scored: 2, errored: 0 } });
  expect(retries[0]).toMatchObject({ tasks: 2, attempts: 3, first: 0.5, last: 1, any: 1 });
  expect(sources.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    [],
    ['retried-elsewhere'],
  ]);
});
