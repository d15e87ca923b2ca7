import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import type { JsonObject } from '../core/json.ts';
import { readTrace } from './read-trace.ts';
import { writeAtif } from './writers/atif.ts';
import { writeOtel } from './writers/otel.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-container-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SESSION = { id: 's', version: '1.18.33', parent_id: null };
const MESSAGE = {
  role: 'assistant',
  finish: 'stop',
  tokens: { input: 7, output: 3 },
  time: { completed: 2 },
};
const TOOL = {
  type: 'tool',
  tool: 'bash',
  callID: 'c',
  state: { status: 'completed', input: { command: 'ls' }, output: 'x', metadata: { exit: 0 } },
};
const ROWS: readonly JsonObject[] = [
  { _table: 'session', ...SESSION },
  { _table: 'message', id: 'm1', session_id: 's', data: MESSAGE },
  { _table: 'part', id: 'p1', message_id: 'm1', session_id: 's', data: TOOL },
];
const LINES = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A database as opencode leaves it when it is killed: the rows stand in the write-ahead log only. */
async function makeDatabase(file: string): Promise<void> {
  const { Database } = (await import('node-sqlite3-wasm')).default;
  const database = new Database(file);
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
  database.exec('CREATE TABLE session (id TEXT, version TEXT, parent_id TEXT)');
  database.exec('CREATE TABLE message (id TEXT, session_id TEXT, data TEXT)');
  database.exec('CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)');
  database.run('INSERT INTO session VALUES (?, ?, ?)', ['s', '1.18.33', null]);
  database.run('INSERT INTO message VALUES (?, ?, ?)', ['m1', 's', JSON.stringify(MESSAGE)]);
  database.run('INSERT INTO part VALUES (?, ?, ?, ?)', ['p1', 'm1', 's', JSON.stringify(TOOL)]);
  const { copyFileSync } = await import('node:fs');
  copyFileSync(file, `${file}.killed`);
  copyFileSync(`${file}-wal`, `${file}.killed-wal`);
  database.close();
}

/** A frame of raw blocks, which every decoder of zstd reads: no compressor is needed to make one. */
function zstdOf(content: Buffer): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  header[4] = 0b1010_0000;
  header.writeUInt32LE(content.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, content]);
}

verifies('trace.sources.native-containers', async () => {
  const plain = join(folder, 'rows.jsonl');
  writeFileSync(plain, LINES);
  const expected = await readTrace(plain);
  const database = join(folder, 'opencode.db');
  await makeDatabase(database);
  const packed = join(folder, 'rows.jsonl.zstd');
  writeFileSync(packed, zstdOf(Buffer.from(LINES)));
  for (const file of [`${database}.killed`, packed]) {
    const { header, events } = await readTrace(file);
    expect(header.ledger).toEqual({ read: 3, mapped: 3, raw: 0, unpaired: 0, dropped: 0 });
    expect(events.map(({ payload }) => payload)).toEqual(expected.events.map(({ payload }) => payload));
  }
  writeFileSync(packed, zstdOf(Buffer.from(LINES)).subarray(0, -5));
  await expect(readTrace(packed)).rejects.toMatchObject({ code: 'unknown-format' });
  writeFileSync(
    packed,
    Buffer.concat([zstdOf(Buffer.from(LINES)), zstdOf(Buffer.from(LINES)).subarray(0, 40)]),
  );
  expect((await readTrace(packed)).header.ledger).toMatchObject({ read: 4, dropped: 1 });
});

verifies('trace.export.round-trip', async () => {
  const plain = join(folder, 'trip.jsonl');
  writeFileSync(plain, LINES);
  const trace = await readTrace(plain);
  for (const [name, { document }] of [
    ['atif', writeAtif(trace)],
    ['otel', writeOtel(trace)],
  ] as const) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    const again = await readTrace(file);
    expect(again.header.reader).toBe(name);
    expect(again.header.ledger).toMatchObject({ raw: 0, unpaired: 0, dropped: 0 });
    const call = again.events.find(({ payload }) => payload.kind === 'call');
    const result = again.events.find(({ payload }) => payload.kind === 'result');
    expect(call).toMatchObject({ native: { call: 'c' }, payload: { name: 'bash', args: { command: 'ls' } } });
    expect(result).toMatchObject({ native: { call: 'c' }, payload: { text: 'x' } });
    expect(again.header.tokens).toMatchObject({ responses: 1, input: 7, output: 3 });
  }
});
