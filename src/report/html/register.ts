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

export type EvidenceRegister = ReadonlyMap<string, RegisteredEvidence>;

/** An id as an HTML anchor: whatever is not a plain name character becomes its code point. */
export function anchorOf(prefix: string, id: string): string {
  const safe = id.replace(/[^A-Za-z0-9._-]/gu, (c) => `~${(c.codePointAt(0) ?? 0).toString(16)}~`);
  return `${prefix}-${safe}`;
}

/**
 * Every evidence item of the cards once, in order of first citation.
 *
 * @throws MeasurandError `evidence-conflict` when one id names two different items
 */
export function registerEvidence(cards: readonly Card[]): EvidenceRegister {
  const register = new Map<string, RegisteredEvidence & { citedBy: Card[] }>();
  for (const card of cards) {
    for (const evidence of Object.values(card.items).flatMap((item) => item.evidence)) {
      const known = register.get(evidence.id);
      if (!known) {
        const number = register.size + 1;
        register.set(evidence.id, {
          evidence,
          number,
          anchor: anchorOf('evidence', evidence.id),
          citedBy: [card],
        });
        continue;
      }
      if (known.evidence.text !== evidence.text || known.evidence.path !== evidence.path) {
        throw new MeasurandError('evidence-conflict', 'one evidence id names two different items', {
          field: evidence.id,
          kind: 'apparatus',
        });
      }
      if (!known.citedBy.includes(card)) known.citedBy.push(card);
    }
  }
  return register;
}
