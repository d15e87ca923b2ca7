import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { csvRows } from './csv.ts';

function* cut(text: string, size: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const rows = (text: string, size = 1000, longest?: number) => [
  ...csvRows(cut(text, size), ',', 'f', longest),
];

const written = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

property.prop([
  fc.array(
    fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '0') }), {
      minLength: 2,
      maxLength: 4,
    }),
  ),
  fc.integer({ min: 1, max: 9 }),
])('csvRows gives the cells that were written, however the bytes are cut', (table, size) => {
  const text = table.map((row) => `${row.map(written).join(',')}\r\n`).join('');
  expect(rows(text, size).map(({ cells }) => cells)).toEqual(table);
});

test('csvRows names the line that a row begins on, and passes over one that is too long without holding it', () => {
  const found = rows(`a,b\n"x\ny",1\n${'z'.repeat(50)},"${'q\n'.repeat(9)}"\nlast,2`, 7, 30);
  expect(found.map(({ line, cells }) => [line, cells?.join('|') ?? 'too long'])).toEqual([
    [1, 'a|b'],
    [2, 'x\ny|1'],
    [4, 'too long'],
    [14, 'last|2'],
  ]);
});

test('csvRows says where text is no UTF-8 and where a quote is not closed', () => {
  expect(() => [...csvRows([Buffer.from('a,b\n1,2\n'), Buffer.from([0xff])], ',', 'f')]).toThrow(
    /at or after line 3/,
  );
  expect(() => rows('a,"b\n')).toThrow(/line 2: a quote is not closed/);
});
