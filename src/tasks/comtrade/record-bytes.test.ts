import { expect, test } from 'vitest';
import { comtradeDefinition } from './definitions.ts';
import { releaseRecords } from './published/service.ts';
import { pythonJson } from './python-text.ts';
import { RECORD_OVERHEAD, writeRecord } from './record-bytes.ts';

const [record] = releaseRecords(comtradeDefinition('T6_page_drift'));
const opening = Buffer.from('{"tradeValue": ');

test('writeRecord stays within the overhead that it declares, at the largest numbers too', () => {
  const largest = {
    ...(record as NonNullable<typeof record>),
    tradeValue: 2 ** 31 - 1,
    netWeight: 2 ** 31 - 1,
    qty: 2 ** 31 - 1,
  };
  const room = opening.length + RECORD_OVERHEAD + largest.record_id.length;
  const buffer = Buffer.alloc(room + 1, '#');
  expect(writeRecord(buffer, 0, opening, largest)).toBe(room);
  const { tradeValue, netWeight, qty, record_id } = largest;
  expect(buffer.toString()).toBe(`${pythonJson({ tradeValue, netWeight, qty, record_id })}\n#`);
});

test.each(['"', '\\', '\n', '\u007f', 'é', '😀'])('writeRecord declines an id with %j in it', (character) => {
  const odd = { ...(record as NonNullable<typeof record>), record_id: `T6${character}` };
  expect(writeRecord(Buffer.alloc(400), 0, opening, odd)).toBeUndefined();
});
