import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { inOrderOf, placesOf } from './run-order.ts';

const Rows = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -9, max: 9 })));

test.prop([Rows])(
  'runs stand by the first order, then by the second, and equal ones as they came',
  (rows) => {
    const order = inOrderOf(
      rows.length,
      [0, 1].map((column) => placesOf(rows.length, (run) => rows[run]?.[column] as number)),
    );
    const compared = rows
      .map((row, run) => ({ row, run }))
      .sort((x, y) => x.row[0] - y.row[0] || x.row[1] - y.row[1])
      .map(({ run }) => run);
    expect([...order]).toEqual(compared);
  },
);
