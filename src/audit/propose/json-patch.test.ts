import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import { HAND_MADE_BATTERY } from './battery.ts';
import { editClasses } from './edit-class.ts';
import { type Patch, PatchSchema, patched } from './json-patch.ts';
import { referenceScorers } from './references.ts';

const DOCUMENT = { a: { 'b/c': [1, 2, 3], '~d': 'e' }, f: null };

test.each<[string, Patch[number], JsonValue | undefined]>([
  [
    'adds at the end of a list',
    { op: 'add', path: '/a/b~1c/-', value: 4 },
    { a: { 'b/c': [1, 2, 3, 4], '~d': 'e' }, f: null },
  ],
  [
    'inserts into a list',
    { op: 'add', path: '/a/b~1c/1', value: 9 },
    { a: { 'b/c': [1, 9, 2, 3], '~d': 'e' }, f: null },
  ],
  [
    'replaces by an escaped name',
    { op: 'replace', path: '/a/~0d', value: 1 },
    { a: { 'b/c': [1, 2, 3], '~d': 1 }, f: null },
  ],
  ['removes an item', { op: 'remove', path: '/a/b~1c/0' }, { a: { 'b/c': [2, 3], '~d': 'e' }, f: null }],
  ['copies', { op: 'copy', from: '/a/~0d', path: '/f' }, { a: { 'b/c': [1, 2, 3], '~d': 'e' }, f: 'e' }],
  [
    'moves',
    { op: 'move', from: '/a/b~1c/2', path: '/a/b~1c/0' },
    { a: { 'b/c': [3, 1, 2], '~d': 'e' }, f: null },
  ],
  ['replaces the whole', { op: 'replace', path: '', value: 7 }, 7],
  ['has no place past the end', { op: 'add', path: '/a/b~1c/5', value: 4 }, undefined],
  ['has no place at what is not there', { op: 'replace', path: '/x', value: 4 }, undefined],
  ['has no place at a step that is no index', { op: 'remove', path: '/a/b~1c/01' }, undefined],
  ['cannot remove the whole', { op: 'remove', path: '' }, undefined],
  ['cannot copy from nowhere', { op: 'copy', from: '/x', path: '/f' }, undefined],
  ['changes nothing', { op: 'replace', path: '/f', value: null }, undefined],
])('a patch %s', (_says, operation, expected) => {
  expect(patched(DOCUMENT, [operation])).toEqual(expected);
});

test('copies of copies end where no submission is so large', () => {
  const doubling = Array.from({ length: 64 }, () => ({ op: 'copy' as const, from: '', path: '/a/b~1c/-' }));
  expect(patched(DOCUMENT, doubling)).toBeUndefined();
});

test('a field called __proto__ is a field like any other', () => {
  const patch = PatchSchema.parse([{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
  const edited = patched({ a: 1 }, patch);
  expect(Object.keys(edited as object)).toEqual(['a', '__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.prop([
  fc.jsonValue(),
  fc.array(
    fc.record({
      op: fc.constantFrom('add', 'replace', 'remove', 'copy', 'move'),
      path: fc.string(),
      from: fc.string(),
      value: fc.jsonValue(),
    }),
  ),
])('whatever a patch says, the document that it is given stays as it is', (document, operations) => {
  const before = JSON.stringify(document);
  const read = PatchSchema.safeParse(
    operations.map(({ op, path, from, value }) => ({
      op,
      path: `/${path}`,
      ...(op === 'add' || op === 'replace' ? { value } : {}),
      ...(op === 'copy' || op === 'move' ? { from: `/${from}` } : {}),
    })),
  );
  if (read.success) patched(document as JsonValue, read.data);
  expect(JSON.stringify(document)).toBe(before);
});

const SUBMISSIONS = [...referenceScorers().flatMap(({ submissions }) => submissions), 'Paris 1889'];

test('each probe of the battery does what it says, wherever it applies', () => {
  for (const { id, does, apply } of HAND_MADE_BATTERY) {
    const made = SUBMISSIONS.flatMap((correct) => {
      const edited = apply(correct);
      return edited === undefined ? [] : [editClasses(correct, edited)];
    });
    expect(made.length, id).toBeGreaterThan(0);
    for (const classes of made) expect(classes, id).toContain(does);
  }
});
