import type { Card, Evidence } from '../../audit/types.ts';
import { MeasurandError } from '../../core/errors.ts';

export interface RegisteredEvidence {
  readonly evidence: Evidence;
  /** Number by which the report refers to it, from 1 in order of first citation. */
  readonly number: number;
  readonly anchor: string;
  /** Cards that rest on it, in document order. */
  readonly citedBy: readonly Card[];
}

export interface EvidenceRegister {
  readonly entries: readonly RegisteredEvidence[];
  /** The entry of an evidence id. */
  readonly byId: ReadonlyMap<string, RegisteredEvidence>;
}

/** An id as an HTML anchor: whatever is not a plain name character becomes its code point. */
export function anchorOf(prefix: string, id: string): string {
  const safe = id.replace(/[^A-Za-z0-9._-]/gu, (c) => `~${(c.codePointAt(0) ?? 0).toString(16)}~`);
  return `${prefix}-${safe}`;
}

function contentOf({ origin, text, path, source }: Evidence): string {
  return JSON.stringify([origin, text, path, source]);
}

/**
 * Every evidence item of the cards once, in order of first citation. Cards give each item an id of their own; items
 * that say the same, from the same place, are one entry under the first of their ids.
 *
 * @throws MeasurandError `evidence-conflict` when one id names two different items
 */
export function registerEvidence(cards: readonly Card[]): EvidenceRegister {
  const byContent = new Map<string, RegisteredEvidence & { citedBy: Card[] }>();
  const byId = new Map<string, RegisteredEvidence>();
  for (const card of cards) {
    for (const evidence of Object.values(card.items).flatMap((item) => item.evidence)) {
      const content = contentOf(evidence);
      const entry = byContent.get(content) ?? {
        evidence,
        number: byContent.size + 1,
        anchor: anchorOf('evidence', evidence.id),
        citedBy: [],
      };
      byContent.set(content, entry);
      if (!entry.citedBy.includes(card)) entry.citedBy.push(card);
      if ((byId.get(evidence.id) ?? entry) !== entry) {
        throw new MeasurandError('evidence-conflict', 'one evidence id names two different items', {
          field: evidence.id,
          kind: 'apparatus',
        });
      }
      byId.set(evidence.id, entry);
    }
  }
  return { entries: [...byContent.values()], byId };
}
