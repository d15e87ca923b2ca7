import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { type GridSpec, gridCells } from './grid.ts';
import { parseSeeds } from './seeds.ts';

const SPEC: GridSpec = {
  profile: 'repaired',
  tasks: ['T3_duplicates', 'T7_totals_trap'],
  seeds: [0, 1],
  models: ['perfect', 'fabricates'],
  scaffolds: ['l0', 'l2'],
  protocol: 'chunked',
  stressors: ['hidden-totals', 'observation-window:3000'],
  limits: { steps: 50 },
};

test('a grid is the product of its parts, and settings and limits are written out where they act', () => {
  const cells = gridCells(SPEC);
  expect(cells).toHaveLength(16);
  expect(cells[0]).toMatchObject({ task: 'T3_duplicates', scaffold: 'l0', model: 'perfect', seed: 0 });
  for (const { scaffold, protocol, settings } of cells) {
    const limits = settings['limits'];
    if (scaffold === 'l2') {
      expect(protocol).toBe('chunked');
      expect(limits).toEqual({ steps: 50, outputTokens: 6000, observationCharacters: 3000 });
    } else {
      expect(protocol).toBe('single');
      expect(limits).toEqual({ steps: 1, outputTokens: 512 });
    }
  }
  const stressed = cells.filter(({ settings }) => (settings['stressors'] as string[]).length > 0);
  expect(new Set(stressed.map(({ task }) => task))).toEqual(new Set(['T7_totals_trap']));
});

test('what would do nothing is refused', () => {
  const l0: GridSpec = { ...SPEC, scaffolds: ['l0'], protocol: 'single', stressors: [], limits: {} };
  expect(gridCells(l0)).toHaveLength(8);
  const refused: readonly (readonly [string, string, GridSpec])[] = [
    ['inert-setting', 'protocol', { ...l0, protocol: 'by-id' }],
    ['inert-setting', 'stressors', { ...l0, stressors: ['observation-window:100'] }],
    ['inert-setting', 'limits', { ...l0, limits: { steps: 3 } }],
    ['inert-setting', 'stressors', { ...SPEC, profile: 'as-published' }],
    ['empty-grid', 'models', { ...l0, models: [] }],
    ['empty-grid', 'seeds', { ...l0, seeds: [] }],
  ];
  for (const [code, field, spec] of refused) {
    expect(() => gridCells(spec)).toThrow(expect.objectContaining({ code, place: { field } }));
  }
});

test('parseSeeds reads single seeds and ranges', () => {
  expect(parseSeeds('7')).toEqual([7]);
  expect(parseSeeds('0-3,9, 11-12')).toEqual([0, 1, 2, 3, 9, 11, 12]);
  for (const text of ['', '1,', '-1', '3-1', '1.5', '0x10', '1e3', '0-1000000', '9007199254740993', 'all']) {
    expect(() => parseSeeds(text), text).toThrow(expect.objectContaining({ code: 'invalid-seed' }));
  }
});

property.prop([fc.array(fc.tuple(fc.nat(1000), fc.nat(20)), { minLength: 1, maxLength: 5 })])(
  'parseSeeds gives every range from its first to its last',
  (ranges) => {
    const text = ranges.map(([from, more]) => `${from}-${from + more}`).join();
    expect(parseSeeds(text)).toHaveLength(ranges.reduce((sum, [, more]) => sum + more + 1, 0));
  },
);
