import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAPER_FOLDER } from '../audit/paper/paper-data.ts';
import type { Reproduction } from '../commands/reproduce/types.ts';
import command from './reproduce.ts';
import type { Terminal } from './terminal.ts';

async function run(
  args: Record<string, string | boolean>,
): Promise<{ code: number; text: string; json: unknown }> {
  let text = '';
  let json: unknown;
  const terminal = {
    print: (line: string) => {
      text += `${line}\n`;
    },
    json: (value: unknown) => {
      json = value;
    },
  };
  const code = await command.run(args as never, terminal as unknown as Terminal);
  return { code, text, json };
}

test('reproduce prints one line for each table, what cannot be recomputed and why, and the sum', async () => {
  const { code, text } = await run({ table: 'A12,A2' });
  expect(code).toBe(0);
  expect(text).toMatch(/^A12 +reproduced +245 /m);
  expect(text).toMatch(/^A2 +reproduced-in-part +8 /m);
  expect(text).toContain('16 not recomputable: the vectors of this policy are not printed');
  expect(text.trimEnd().split('\n').at(-1)).toBe(
    '2 tables: 253 printed numbers compared, no digit differs; 28 printed, not recomputable',
  );
});

test('reproduce --verbose lists every number', async () => {
  const { text } = await run({ table: 'A14', verbose: true });
  expect(text).toContain('exact  Wilson low: printed 0.302; recomputed 0.302');
});

test('reproduce --json gives the document, and a planted error exits 1 and is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-paper-'));
  cpSync(PAPER_FOLDER, folder, { recursive: true });
  const file = join(folder, 'forensics.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('0.467', '0.468'));
  const { code, json } = await run({ table: 'A14', data: folder, json: true });
  const shown = await run({ table: 'A14', data: folder });
  rmSync(folder, { recursive: true });
  expect(code).toBe(1);
  expect((json as Reproduction).tables[0]).toMatchObject({ id: 'A14', status: 'mismatch' });
  expect(shown.text).toContain('mismatch  solve rate: printed 0.468; recomputed 0.467');
  expect(shown.text).toContain('1 DIFFER');
});
