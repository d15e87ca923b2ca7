import { expect, test } from 'vitest';
import { digestOf, merkleRoot, sha256 } from './digest.ts';

test('sha256 gives the published digest of the empty string', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('digestOf is the same for equal values with keys in another order', () => {
  expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }));
});

test('merkleRoot changes with every leaf, with their order and with their number', () => {
  const leaves = ['a', 'b', 'c'].map(sha256);
  const root = merkleRoot(leaves);
  expect(merkleRoot([...leaves].reverse())).not.toBe(root);
  expect(merkleRoot(leaves.slice(0, 2))).not.toBe(root);
  expect(merkleRoot([...leaves, leaves[2] as string])).not.toBe(root);
  expect(merkleRoot([])).toBe(sha256(''));
});

/** Row by row, as the definition reads. */
function rowByRow(leaves: readonly string[]): string {
  let row = leaves.map((leaf) => sha256(`leaf:${leaf}`));
  while (row.length > 1) {
    const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => row.slice(2 * i, 2 * i + 2));
    row = pairs.map(([left, right]) =>
      right === undefined ? (left as string) : sha256(`node:${left}:${right}`),
    );
  }
  return row[0] as string;
}

test('merkleRoot is the root that reducing row by row gives, for every number of leaves', () => {
  const leaves = Array.from({ length: 70 }, (_, i) => sha256(String(i)));
  for (let n = 1; n <= leaves.length; n += 1) {
    expect(merkleRoot(leaves.slice(0, n)), `${n} leaves`).toBe(rowByRow(leaves.slice(0, n)));
  }
});
