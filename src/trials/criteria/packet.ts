import { canonicalJson } from '../../core/canonical.ts';
import { digestOf, sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Criterion, EvidenceSource } from './criterion.ts';
import type { RunEvidence } from './evidence.ts';

/** A piece of evidence that a selector picked, with where it stands, such as `request 3, result of call_lookup`. */
export interface Selected {
  readonly source: EvidenceSource;
  readonly place: string;
  readonly value: JsonValue;
}

export interface EvidenceItem extends Selected {
  /** SHA-256 of the canonical JSON of the value. */
  readonly digest: string;
}

/** All that a criterion may look at, bound to its digest. */
export interface EvidencePacket {
  readonly criterion: string;
  readonly items: readonly EvidenceItem[];
  /** Required sources that the run does not have. */
  readonly missing: readonly EvidenceSource[];
  /** Items that did not fit: the packet is bounded, and says what it left out. */
  readonly leftOut: readonly string[];
  readonly digest: string;
}

/** Bytes of canonical JSON that the values of one packet may take. */
export const PACKET_BYTES = 1_048_576;

/**
 * Builds the packet of a criterion from what a selector picked, in the order picked. Deterministic: the same evidence
 * gives the same digest.
 */
export function packetOf(
  criterion: Criterion,
  evidence: RunEvidence,
  selected: readonly Selected[],
): EvidencePacket {
  const items: EvidenceItem[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const each of selected) {
    const text = canonicalJson(each.value);
    bytes += Buffer.byteLength(text);
    if (bytes > PACKET_BYTES) leftOut.push(each.place);
    else items.push({ ...each, digest: sha256(text) });
  }
  const missing = criterion.evidence.filter((source) => evidence[source] === undefined);
  const bound = {
    criterion: criterion.id,
    items: items.map(({ source, place, digest }) => ({ source, place, digest })),
    missing,
    leftOut,
  };
  return { criterion: criterion.id, items, missing, leftOut, digest: digestOf(bound) };
}
