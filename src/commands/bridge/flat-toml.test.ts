import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFlatToml } from './flat-toml.ts';

function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-toml-'));
  try {
    const file = join(folder, 'roots.toml');
    writeFileSync(file, text);
    return readFlatToml(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('tables of strings are read, comments and both kinds of quotation marks included', () => {
  expect(
    read('# places\n["tau-bench"]\nroot = "/a # b" # here\nnote = \'c\\d\'\n[gaia]\r\nscorer = "s.py:f"\r\n'),
  ).toEqual({
    'tau-bench': { root: '/a # b', note: 'c\\d' },
    gaia: { scorer: 's.py:f' },
  });
});

test.each(['root = 5', '[[a]]', 'root = "open', '= "x"', 'root "x"'])(
  '%s is refused with its line',
  (line) => {
    expect(() => read(`\n${line}`)).toThrow(/line 2/);
  },
);
