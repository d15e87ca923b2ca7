import { expect, test } from 'vitest';
import { CRITERION_KINDS } from '../criteria/kinds.ts';
import { DIMENSIONS, mechanismProperties, responsibilityBoundaries, trialOutlines } from './catalogue.ts';

const properties = mechanismProperties();
const outlines = trialOutlines();

test('the catalogue has 44 properties and 95 trials: 46 single-turn, 45 multi-turn and 4 with a simulator', () => {
  expect([properties.length, outlines.length]).toEqual([44, 95]);
  const turns = (kind: string): number => outlines.filter((outline) => outline.turns === kind).length;
  expect([turns('single'), turns('multi'), turns('simulator')]).toEqual([46, 45, 4]);
  const byDimension = DIMENSIONS.map((name) => outlines.filter(({ dimension }) => dimension === name).length);
  expect(byDimension).toEqual([14, 15, 14, 14, 12, 17, 9]);
  expect(outlines.filter(({ live }) => !live)).toHaveLength(36);
});

test('every property names trials that are its own, and every trial has exactly one property', () => {
  for (const { id, dimension, trials } of properties) {
    const own = outlines.filter(({ property }) => property === id);
    expect(own.map((outline) => outline.id)).toEqual(trials);
    expect(own.every((outline) => outline.dimension === dimension)).toBe(true);
  }
  const known = properties.map(({ id }) => id);
  for (const outline of outlines) expect(known).toEqual(expect.arrayContaining(outline.also));
});

test('every line of a sheet is of a known kind, harness kinds on the Harness sheet and agent kinds on the Agent sheet', () => {
  const kinds = (line: string): readonly string[] => line.match(/[KV]\d+/g) ?? [];
  for (const { harness, agent } of outlines) {
    for (const line of [...harness, ...agent]) {
      expect(kinds(line).length).toBeGreaterThan(0);
      for (const kind of kinds(line)) expect(Object.keys(CRITERION_KINDS)).toContain(kind);
    }
    expect(harness.every((line) => line.startsWith('K'))).toBe(true);
    expect(agent.every((line) => line.startsWith('V'))).toBe(true);
  }
});

test('every dimension but the apparatus owns a question, and ties are broken by five rules', () => {
  const { owners, ties } = responsibilityBoundaries();
  expect(new Set(owners.map(({ owner }) => owner.split(' ')[0]))).toEqual(
    new Set([...DIMENSIONS, 'Apparatus']),
  );
  expect(ties).toHaveLength(5);
});
