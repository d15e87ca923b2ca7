import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { byCodePoint } from '../core/canonical.ts';
import { sha256 } from '../core/digest.ts';
import { DigestTable } from './digest-table.ts';

test('DigestTable finds each of many digests in its slot, and no other', () => {
  const table = new DigestTable();
  const digests = Array.from({ length: 5000 }, (_, i) => sha256(String(i)));
  for (const [slot, digest] of digests.entries()) expect(table.add(digest)).toBe(slot);
  for (const [slot, digest] of digests.entries()) {
    expect(table.find(digest)).toBe(slot);
    expect(table.at(slot)).toBe(digest);
  }
  for (const other of [sha256('other'), '', 'zz', digests[0]?.toUpperCase() ?? '', `${digests[0]}00`]) {
    expect(table.find(other)).toBeUndefined();
  }
});

/** Digests of which many share their first 32 bits, as none of ours do by chance. */
const alike = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom('00000000', 'ffffffff', '7fffffff'), fc.nat(0xffff))
    .map(([head, tail]) => head + tail.toString(16).padStart(56, '0')),
);

property.prop([alike])('DigestTable orders and finds digests that begin alike', (digests) => {
  const table = new DigestTable();
  for (const digest of digests) table.add(digest);
  expect([...table.ordered()].map((slot) => table.at(slot))).toEqual([...digests].sort(byCodePoint));
  for (const [slot, digest] of digests.entries()) expect(table.find(digest)).toBe(slot);
});
