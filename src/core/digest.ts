import { hash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import type { JsonValue } from './json.ts';

/** SHA-256 in lower-case hexadecimal, 64 characters. Text is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 of the canonical JSON of a value: equal values, equal digests. */
export function digestOf(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

const node = (left: string, right: string): string => sha256(`node:${left}:${right}`);

/**
 * Merkle root (SHA-256) over leaves in the order given; leaves and inner nodes are hashed under different prefixes,
 * and an odd node is carried up unhashed. No leaves: the digest of nothing. Holds one node for each level at a time.
 *
 * @param leaves hexadecimal digests
 */
export function merkleRoot(leaves: Iterable<string>): string {
  const open: { readonly level: number; readonly digest: string }[] = [];
  for (const leaf of leaves) {
    let level = 0;
    let digest = sha256(`leaf:${leaf}`);
    for (let left = open.at(-1); left?.level === level; left = open.at(-1)) {
      open.pop();
      digest = node(left.digest, digest);
      level += 1;
    }
    open.push({ level, digest });
  }
  const last = open.pop();
  if (!last) return sha256('');
  return open.reduceRight((right, { digest }) => node(digest, right), last.digest);
}
