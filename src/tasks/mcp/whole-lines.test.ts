import { Readable } from 'node:stream';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { wholeLines } from './whole-lines.ts';

async function collect(chunks: readonly Buffer[], most: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of wholeLines(Readable.from(chunks), most)) pieces.push(piece);
  return pieces;
}

const bytes = fc.array(fc.oneof(fc.constant(10), fc.integer({ min: 0, max: 255 })), { maxLength: 40 });

test.prop([fc.array(bytes, { maxLength: 12 })])(
  'wholeLines loses no byte, however the stream is cut, and every piece ends a line',
  async (lists) => {
    const chunks = lists.map((list) => Buffer.from(list));
    const whole = Buffer.concat(chunks);
    const pieces = await collect(chunks, 10_000);
    const ended =
      whole.length === 0 || whole.at(-1) === 10 ? whole : Buffer.concat([whole, Buffer.from('\n')]);
    expect(Buffer.concat(pieces)).toEqual(ended);
    for (const piece of pieces) expect(piece.at(-1)).toBe(10);
  },
);

test('wholeLines refuses a line that is too long as soon as it is', async () => {
  const long = [Buffer.from('ab\n'), Buffer.from('cdef'), Buffer.from('ghij'), Buffer.from('k\n')];
  await expect(collect(long, 7)).rejects.toMatchObject({ code: 'oversized-message', kind: 'input' });
  expect(await collect(long, 9)).toHaveLength(2);
});
