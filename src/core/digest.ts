import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import type { JsonValue } from './json.ts';

/** SHA-256 in lower-case hexadecimal, 64 characters. Text is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** SHA-256 of the canonical JSON of a value: equal values, equal digests. */
export function digestOf(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

/**
 * Merkle root (SHA-256) over leaves in the order given; leaves and inner nodes are hashed under different prefixes,
 * and an odd node is carried up unhashed. No leaves: the digest of nothing.
 *
 * @param leaves hexadecimal digests
 */
export function merkleRoot(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256('');
  let row = leaves.map((leaf) => sha256(`leaf:${leaf}`));
  while (row.length > 1) {
    const next: string[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const [left, right] = [row[i] as string, row[i + 1]];
      next.push(right === undefined ? left : sha256(`node:${left}:${right}`));
    }
    row = next;
  }
  return row[0] as string;
}
