import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Highest first. A file may import from its own room or from a room further down. */
const ROOMS = [
  'cli',
  'commands',
  'report',
  'audit',
  'trials',
  'study',
  'scaffolds',
  'gateway',
  'models',
  'scorers',
  'tasks',
  'adversity',
  'trace',
  'archive',
  'stats',
  'core',
];
const SRC = resolve(import.meta.dirname, '../src');
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)|(?:^|\n)\s*import\s*'(\.[^']+)'/g;

const roomOf = (path: string): string => relative(SRC, path).split('/')[0] ?? '';

test('every file imports only from its own room or from a room further down', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name.includes('/'))
    .map((name) => join(SRC, name));
  expect(files.length).toBeGreaterThan(20);
  const violations: string[] = [];
  let imports = 0;
  for (const file of files) {
    const own = ROOMS.indexOf(roomOf(file));
    if (own < 0) violations.push(`${relative(SRC, file)} is in no room`);
    for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = resolve(dirname(file), match[1] ?? match[2] ?? match[3] ?? '');
      imports += 1;
      if (file.endsWith('.test.ts') && relative(SRC, target).startsWith('..')) continue;
      const room = ROOMS.indexOf(roomOf(target));
      if (room < own) violations.push(`${relative(SRC, file)} imports ${relative(SRC, target)}`);
    }
  }
  expect(imports).toBeGreaterThan(20);
  expect(violations).toEqual([]);
});
