import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { adapterOf } from '../adapters/catalogue.ts';
import { leftSession } from './left-session.ts';

const home = mkdtempSync(join(tmpdir(), 'mrnd-left-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ROLLOUT = join(home, '.codex/sessions/2026/11/30/rollout-2026-11-30T00-00-00-x.jsonl');

test('a turn that was killed before it printed its session is resumed by what the harness wrote down', async () => {
  const codex = adapterOf('codex');
  expect(await leftSession(codex, home)).toBeUndefined();
  mkdirSync(dirname(ROLLOUT), { recursive: true });
  const meta = { ordinal: 0, type: 'session_meta', payload: { id: 'the-session', cli_version: '0.171.0' } };
  writeFileSync(ROLLOUT, `${JSON.stringify(meta)}\n{"ordinal":1,"type":"event_`);
  expect(await leftSession(codex, home)).toBe('the-session');
  writeFileSync(ROLLOUT, '{"ordinal":0,"type":"sess');
  expect(await leftSession(codex, home)).toBeUndefined();
});
