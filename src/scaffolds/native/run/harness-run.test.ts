import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FAKE_FOLDER, fakeHarness } from '../../../../test/fixtures/fake-harness/adapter.ts';
import { verifies } from '../../../../test/requirements.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { evidenceOf } from '../probes/evidence.ts';
import { ScriptedBackend } from '../scripts/backend.ts';
import type { Script } from '../scripts/script.ts';
import { blind, sessions } from '../scripts/styles.ts';
import { runHarness } from './harness-run.ts';
import { HarnessRunRecordSchema } from './run-record.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function played(adapter: HarnessAdapter, main: Script, prompts: [string, ...string[]] = ['Go.']) {
  const folder = mkdtempSync(join(tmpdir(), 'mrnd-test-'));
  folders.push(folder);
  const backends: ScriptedBackend[] = [];
  const run = await runHarness({
    harness: { adapter, command: [process.execPath, join(FAKE_FOLDER, adapter.program)], version: '1.0.0' },
    programs: [FAKE_FOLDER],
    isolation: { kind: 'none', reason: 'a unit test' },
    folder,
    prompts,
    workspace: { 'seven.sh': 'echo SEVEN-MARK; exit 7\n' },
    backend: ({ workspace }) => {
      const backend = new ScriptedBackend({ adapter, plan: { main, children: [] }, workspace });
      backends.push(backend);
      return backend;
    },
    turnMs: 60_000,
  });
  return { run, folder, evidence: evidenceOf(run, backends[0] as ScriptedBackend, []) };
}

const SEVEN = { key: 'seven', move: { move: 'shell', command: 'sh seven.sh' } } as const;

verifies('native.run.end-to-end', async () => {
  for (const protocol of ['chat', 'messages'] as const) {
    const { run, evidence } = await played(
      fakeHarness(protocol),
      blind('seven', [{ moves: [SEVEN] }], 'DONE'),
    );
    expect(run.failure).toBeUndefined();
    expect(run.outcomes.map(({ exitCode }) => exitCode)).toEqual([0]);
    expect(run.observed[0]).toMatchObject({ session: 'one', finalText: 'DONE' });
    expect(evidence.shown('seven')?.result).toMatchObject({
      callId: 'call_seven',
      text: 'SEVEN-MARK\n\nexit code 7',
    });
    expect(run.boundary.map(({ role, status }) => [role, status])).toEqual([
      ['main', 200],
      ['main', 200],
    ]);
  }
});

test('runHarness resumes the session for a second prompt, in a new process', async () => {
  const script = sessions('two', [
    { prompt: 'First.', script: blind('a', [{ moves: [SEVEN] }], 'FIRST-DONE') },
    {
      prompt: 'Second.',
      script: blind(
        'b',
        [{ moves: [{ key: 'again', move: { move: 'shell', command: 'echo AGAIN' } }] }],
        'SECOND-DONE',
      ),
    },
  ]);
  const { run, evidence } = await played(fakeHarness('chat'), script, ['First.', 'Second.']);
  expect(run.observed.map(({ finalText }) => finalText)).toEqual(['FIRST-DONE', 'SECOND-DONE']);
  const last = evidence.shown('again');
  expect(last?.request.view.results.map(({ callId }) => callId)).toEqual(['call_seven', 'call_again']);
});

test('runHarness leaves what the harness wrote in the folder of the run, and nothing outside it to be read', async () => {
  const { evidence } = await played(
    fakeHarness('chat'),
    blind(
      'write',
      [{ moves: [{ key: 'w', move: { move: 'shell', command: 'echo hi > made; ln -s /etc/passwd link' } }] }],
      'DONE',
    ),
  );
  expect(evidence.left('made')).toEqual({ text: 'hi\n' });
  expect(evidence.left('link')).toEqual({ missing: 'is no plain file' });
  expect(evidence.left('/etc/passwd')).toHaveProperty('missing');
  expect(evidence.left('../../../../etc/passwd')).toHaveProperty('missing');
  expect(evidence.left('absent')).toEqual({ missing: 'is not there' });
});

test('runHarness carries provider faults by attempt, and malformed arguments as they are', async () => {
  const { run, evidence } = await played(
    fakeHarness('chat'),
    blind(
      'faults',
      [
        {
          moves: [SEVEN],
          faults: [
            [{ type: 'status', status: 429, message: 'slow' }],
            [{ type: 'status', status: 500, message: 'no' }],
          ],
        },
        { moves: [{ key: 'cut', move: { move: 'shell', command: 'echo no' }, spoil: 'cut' }] },
      ],
      'DONE',
    ),
  );
  expect(run.boundary.map(({ status }) => status)).toEqual([429, 500, 200, 200, 200]);
  expect(evidence.shown('cut')?.result.text).toBe('error: arguments must be JSON');
  expect(run.observed[0]?.finalText).toBe('DONE');
});

verifies('native.run.folder', async () => {
  const { run, folder } = await played(
    fakeHarness('chat'),
    blind(
      'folder',
      [{ moves: [{ key: 'w', move: { move: 'shell', command: 'echo hi > made; rm seven.sh' } }] }],
      'DONE',
    ),
  );
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const record = HarnessRunRecordSchema.parse(JSON.parse(read('run.json')));
  expect(record).toMatchObject({
    harness: run.observed.length === 1 ? fakeHarness('chat').id : '',
    prepared: run.preparedDigest,
    turns: [{ exitCode: 0, orphans: [], signalled: [] }],
    notResumed: null,
    failure: null,
  });
  expect(read('turns/0/stdout')).toBe(Buffer.from(run.outcomes[0]?.stdout ?? []).toString('utf8'));
  const { changes } = JSON.parse(read('workspace.json')) as {
    changes: { added: { path: string }[]; removed: { path: string }[] };
  };
  expect(changes.added.map(({ path }) => path)).toEqual(['made']);
  expect(changes.removed.map(({ path }) => path)).toEqual(['seven.sh']);
  expect(existsSync(join(folder, 'boundary/boundary.jsonl'))).toBe(true);
  for (const { files } of record.native)
    for (const file of files) expect(existsSync(join(folder, 'native', file))).toBe(true);
});
