import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../core/digest.ts';
import { type PackGap, type PlacedBlock, packBlocks } from './pack-blocks.ts';
import { readBlock, unpackBlock, writeBlock } from './pack-format.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-pack-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const blockOf = (...texts: readonly string[]): Buffer =>
  writeBlock(new Map(texts.map((text) => [sha256(text), Buffer.from(text)])));

function partsOf(bytes: Uint8Array): readonly (PlacedBlock | PackGap)[] {
  const file = join(scratch, 'pack');
  writeFileSync(file, bytes);
  const fd = openSync(file, 'r');
  try {
    return [...packBlocks(fd, 0)];
  } finally {
    closeSync(fd);
  }
}

property.prop([fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 5 })])(
  'unpackBlock gives back what writeBlock was given',
  (texts) => {
    const contents = unpackBlock(readBlock(blockOf(...texts)));
    expect([...(contents ?? [])].map(([, content]) => content.toString())).toEqual(
      texts.map((text) => Buffer.from(text).toString()),
    );
  },
);

test('a flipped bit anywhere in a block is a gap of its length, and the blocks around it are read', () => {
  const blocks = [blockOf('one', 'two'), blockOf('three'), blockOf('four')];
  const [first = 0, second = 0] = blocks.map(({ length }) => length);
  const whole = Buffer.concat(blocks);
  for (let bit = first * 8; bit < (first + second) * 8; bit += 1) {
    const bytes = Buffer.from(whole);
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(
      partsOf(bytes).map(({ kind, offset, length }) => [kind, offset, length]),
      `bit ${bit}`,
    ).toEqual([
      ['block', 0, first],
      ['gap', first, second],
      ['block', first + second, blocks[2]?.length],
    ]);
  }
});

test('a pack that is cut anywhere gives its whole blocks and one gap', () => {
  const whole = Buffer.concat([blockOf('one'), blockOf('two')]);
  const first = blockOf('one').length;
  for (let cut = 0; cut < whole.length; cut += 1) {
    const kinds = partsOf(whole.subarray(0, cut)).map(({ kind }) => kind);
    const blocks = cut < first ? 0 : 1;
    const tail = cut === 0 || cut === first ? 0 : 1;
    expect(kinds, `cut at ${cut}`).toEqual([
      ...Array<string>(blocks).fill('block'),
      ...Array<string>(tail).fill('gap'),
    ]);
  }
});

property.prop([
  fc.array(fc.oneof(fc.uint8Array(), fc.constant(Buffer.from('MBK1\u0001\0\u00ff\u00ff\u00ff\0')))),
])('any bytes are read as blocks and gaps that cover them, in bounded time', (chunks) => {
  const bytes = Buffer.concat(chunks);
  expect(partsOf(bytes).reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
});

test('a block whose contents are not those of its digests, though its checksum holds, is not unpacked', () => {
  const forged = writeBlock(new Map([[sha256('true'), Buffer.from('false')]]));
  expect(readBlock(forged).sound).toBe(true);
  expect(unpackBlock(readBlock(forged))).toBeUndefined();
});
