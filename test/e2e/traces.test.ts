import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, temporaryFolder } from './program.ts';

const ESCAPE = '\u001b[2J\u001b]0;owned\u0007';

const line = (id: string, parentId: string | null, message: object): string =>
  `${JSON.stringify({ type: 'message', id, parentId, message })}\n`;

const CALL = {
  role: 'assistant',
  content: [{ type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } }],
};

/** A session of pi, in which what a tool printed would clear a terminal and name its window. */
const SESSION = [
  `${JSON.stringify({ type: 'session', version: 3, id: 's', timestamp: '2026-11-30T00:00:00Z', cwd: '/w' })}\n`,
  line('1', null, { role: 'user', content: [{ type: 'text', text: 'go' }] }),
  line('2', '1', CALL),
  line('3', '2', {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'bash',
    content: [{ type: 'text', text: `${ESCAPE}made.txt` }],
    isError: false,
  }),
  line('4', '3', { role: 'assistant', content: [{ type: 'text', text: 'done' }] }),
];

const balanced = (ledger: Readonly<Record<string, number>>): boolean =>
  ledger['read'] ===
  ['mapped', 'raw', 'unpaired', 'dropped'].reduce((sum, name) => sum + (ledger[name] ?? 0), 0);

verifies('trace.command.ledger', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at('whole.jsonl'), SESSION.join(''));
  writeFileSync(at('torn.jsonl'), SESSION.join('').slice(0, -9));
  writeFileSync(at('other.txt'), 'no session\n');
  for (const [name, code, dropped] of [
    ['whole.jsonl', 0, 0],
    ['torn.jsonl', 1, 1],
  ] as const) {
    const ended = await measurand(['import', at(name), '--out', at(`${name}.trace`), '--json']);
    expect([name, ended.code]).toEqual([name, code]);
    const { ledger } = JSON.parse(ended.out) as { ledger: Record<string, number> };
    expect(ledger['dropped']).toBe(dropped);
    expect(balanced(ledger)).toBe(true);
  }
  const refused = await measurand(['import', at('other.txt'), '--out', at('no'), '--json']);
  expect(refused.code).toBe(2);
  expect(existsSync(at('no'))).toBe(false);
});

verifies('trace.command.inert', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'session.jsonl');
  writeFileSync(file, SESSION.join(''));
  const trace = join(folder.path, 'trace');
  const told = [
    await measurand(['import', file, '--out', trace]),
    await measurand(['trace', 'show', trace]),
    await measurand(['trace', 'show', file, '--all']),
    await measurand(['trace', 'diff', trace, file]),
  ];
  for (const { code, out, err } of told) {
    expect(code).toBe(0);
    for (const text of [out, err]) {
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\u0007');
    }
  }
  expect(told[1]?.out).toContain('made.txt');
});

test('export writes a trace in three forms, and import reads them back', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'session.jsonl');
  writeFileSync(file, SESSION.join(''));
  for (const form of ['--atif', '--otel', '--jsonl']) {
    const target = join(folder.path, `out${form}.json`);
    const ended = await measurand(['export', file, form, target]);
    expect([form, ended.code, ended.err.includes('Error')]).toEqual([form, 0, false]);
    expect(readFileSync(target, 'utf8')).toContain('made.txt');
    if (form === '--jsonl') continue;
    const back = await measurand(['import', target, '--out', join(folder.path, `back${form}`), '--json']);
    expect([form, back.code]).toEqual([form, 0]);
  }
});

verifies('trace.command.folder', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  mkdirSync(at('mixed/deep'), { recursive: true });
  writeFileSync(at('mixed/a.jsonl'), SESSION.join(''));
  writeFileSync(at('mixed/deep/b.jsonl'), SESSION.join(''));
  const good = await measurand(['import', at('mixed'), '--out', at('out'), '--json']);
  expect(good.code).toBe(0);
  const report = JSON.parse(good.out) as {
    ledger: Record<string, number>;
    imported: { file: string; trace: string }[];
  };
  expect(report.imported.map(({ file }) => file)).toEqual(['a.jsonl', 'deep/b.jsonl']);
  expect(balanced(report.ledger)).toBe(true);
  for (const { trace } of report.imported)
    expect(existsSync(join(at('out'), trace, 'trace.json'))).toBe(true);
  writeFileSync(at('mixed/note.txt'), 'no session\n');
  const mixed = await measurand(['import', at('mixed'), '--out', at('out2'), '--json']);
  expect(mixed.code).toBe(1);
  expect(JSON.parse(mixed.out)).toMatchObject({ refused: [{ file: 'note.txt', code: 'unknown-format' }] });
  mkdirSync(at('none'));
  writeFileSync(at('none/x.txt'), 'x\n');
  writeFileSync(at('none/y.txt'), 'y\n');
  expect((await measurand(['import', at('none'), '--out', at('out3')])).code).toBe(2);
  const both = await measurand(['trace', 'diff', at('out'), at('mixed/a.jsonl')]);
  expect(both.code).toBe(0);
});
