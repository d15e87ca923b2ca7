import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { COMTRADE_DEFINITIONS } from './definitions.ts';
import { releaseRecords } from './published/service.ts';
import { pythonJson, pythonJsonLines, pythonNumber } from './python-text.ts';
import { totalsRow } from './records.ts';

// The right-hand sides were printed by CPython 3.11.
test.each([
  [5, '5'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [-(2 ** 60), '-1152921504606846976'],
  [0.25, '0.25'],
  [1.5e-7, '1.5e-07'],
  [0.00012345, '0.00012345'],
  [5e-324, '5e-324'],
  [-123456789.125, '-123456789.125'],
])('pythonNumber writes %d, when whole, as an integer with all its digits', (value, text) => {
  expect(pythonNumber(value)).toBe(text);
});

test('pythonJson writes a document as json.dumps does, escapes included', () => {
  const value = { a: [1, 2.5, null, true], 'é\u007f': '€😀"\\\n\t\u0001/' };
  expect(pythonJson(value)).toBe(
    '{"a": [1, 2.5, null, true], "\\u00e9\\u007f": "\\u20ac\\ud83d\\ude00\\"\\\\\\n\\t\\u0001/"}',
  );
  expect(pythonJson(value, false)).toBe('{"a": [1, 2.5, null, true], "é\u007f": "€😀\\"\\\\\\n\\t\\u0001/"}');
  expect(pythonJson([])).toBe('[]');
  expect(pythonJson({})).toBe('{}');
});

property.prop([fc.jsonValue({ stringUnit: 'binary' })])('pythonJson reads back as the value', (value) => {
  const clean = JSON.parse(JSON.stringify(value)) as JsonValue;
  expect(JSON.parse(pythonJson(clean))).toEqual(clean);
});

test('pythonJsonLines writes served pages, totals rows among them, as field by field', () => {
  const pages = COMTRADE_DEFINITIONS.map((definition) => {
    const rows = releaseRecords(definition).slice(0, 40);
    return [rows[0], totalsRow(definition, 1, rows), ...rows] as JsonObject[];
  });
  const mixed = pages.flat();
  expect(pythonJsonLines(mixed)).toBe(mixed.map((row) => pythonJson(row)).join('\n'));
  expect(pythonJsonLines([])).toBe('');
});

const measure = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.constant(null),
  fc.constantFrom(-0, 2 ** 31, 2 ** 53),
);
const record = fc.record({
  year: measure,
  reporter: fc.string(),
  partner: fc.string({ unit: 'binary' }),
  flow: fc.constantFrom('M', 'X'),
  hs: measure,
  cmdCode: measure,
  tradeValue: measure,
  netWeight: measure,
  qty: measure,
  record_id: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
});

property.prop([fc.array(fc.oneof(record, fc.dictionary(fc.string(), measure)), { maxLength: 6 })])(
  'pythonJsonLines gives the same bytes for any rows, record-shaped or not, as pythonJson line by line',
  (rows) => {
    const twice = [...rows, ...rows, ...rows.map((row) => ({ ...row, record_id: 'x' }))] as JsonObject[];
    expect(pythonJsonLines(twice)).toBe(twice.map((row) => pythonJson(row)).join('\n'));
  },
);
