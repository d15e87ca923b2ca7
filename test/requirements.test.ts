import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CITATION = /\b(?:verifies|knownDefect)\(\s*'([^']+)'/g;

test('every requirement has a test that cites it, and no test cites an unknown one', () => {
  const cited = new Set<string>();
  for (const folder of ['src', 'test']) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.test.ts')) continue;
      for (const [, id] of readFileSync(join(ROOT, folder, name), 'utf8').matchAll(CITATION))
        cited.add(id as string);
    }
  }
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([]);
  expect([...cited].filter((id) => !(id in REQUIREMENTS))).toEqual([]);
});
