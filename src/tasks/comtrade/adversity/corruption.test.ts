import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { CORRUPTION_KINDS } from '../../../adversity/perturbation.ts';
import { Random } from '../../../core/random.ts';
import { comtradeDefinition } from '../definitions.ts';
import { type ComtradeRecord, generateRecords } from '../records.ts';
import { corruptedRows, corruption } from './corruption.ts';
import { DUPLICATE_MODES } from './settings.ts';

const PAGE = generateRecords(comtradeDefinition('T9_clean_ab'), new Random(0)).slice(0, 15);
const idsOf = (rows: readonly ComtradeRecord[]) => rows.map(({ record_id }) => record_id);

/** A page after one corruption. */
function corrupted(
  kind: (typeof CORRUPTION_KINDS)[number],
  count: number,
  mode: 'overwrite' | 'append',
  seed: number,
) {
  const rows = [...PAGE];
  corruption(kind, mode)(rows, count, new Random(seed));
  return rows;
}

const anyCount = fc.integer({ min: 1, max: 15 });

describe('corruption()', () => {
  test.prop([anyCount, fc.nat()])(
    'overwriting keeps the length and loses a record for each copy at most',
    (count, seed) => {
      const rows = corrupted('duplicate', count, 'overwrite', seed);
      expect(rows).toHaveLength(PAGE.length);
      const kept = new Set(idsOf(rows)).size;
      expect(kept).toBeGreaterThanOrEqual(PAGE.length - count);
      expect(idsOf(rows).every((id) => idsOf(PAGE).includes(id))).toBe(true);
    },
  );

  test.prop([anyCount, fc.nat()])(
    'appending adds as many rows as asked and loses no record',
    (count, seed) => {
      const rows = corrupted('duplicate', count, 'append', seed);
      expect(rows).toHaveLength(PAGE.length + count);
      expect(new Set(idsOf(rows))).toEqual(new Set(idsOf(PAGE)));
    },
  );

  test.prop([anyCount, fc.nat()])('reordering keeps every row, each once', (count, seed) => {
    const rows = corrupted('reorder', count, 'overwrite', seed);
    expect(idsOf(rows).sort()).toEqual(idsOf(PAGE).sort());
  });

  it('reorders: some seed moves something', () => {
    expect(idsOf(corrupted('reorder', 15, 'overwrite', 1))).not.toEqual(idsOf(PAGE));
  });

  test.prop([anyCount, fc.nat()])(
    'noise falsifies the trade value of at least one row and no identifier',
    (count, seed) => {
      const rows = corrupted('noise', count, 'overwrite', seed);
      expect(idsOf(rows)).toEqual(idsOf(PAGE));
      const changed = rows.filter((row, index) => row.tradeValue !== PAGE[index]?.tradeValue);
      expect(changed.length).toBeGreaterThanOrEqual(1);
      expect(changed.length).toBeLessThanOrEqual(count);
    },
  );

  test.prop([anyCount, fc.nat()])('dropping takes exactly as many rows as asked', (count, seed) => {
    const rows = corrupted('drop', count, 'overwrite', seed);
    expect(rows).toHaveLength(PAGE.length - count);
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
  });

  test.prop([fc.constantFrom(...CORRUPTION_KINDS), fc.constantFrom(...DUPLICATE_MODES), anyCount, fc.nat()])(
    'the same seed corrupts alike',
    (kind, mode, count, seed) => {
      expect(corrupted(kind, count, mode, seed)).toEqual(corrupted(kind, count, mode, seed));
    },
  );
});

describe('corruptedRows()', () => {
  it('cuts to whole rows, as the release does: 1, 2, 3, 4 and 6 of 15 on the levels of the ramp', () => {
    expect([0.2, 0.4, 0.6, 0.8, 1].map((intensity) => corruptedRows(15, 0.4 * intensity))).toEqual([
      1, 2, 3, 4, 6,
    ]);
    expect(corruptedRows(15, 0.06)).toBe(0);
    expect(corruptedRows(0, 1)).toBe(0);
  });
});
