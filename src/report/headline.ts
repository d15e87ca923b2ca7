import type { Card } from '../audit/types.ts';
import type { ReportDocument } from './document.ts';

/** The cards that open every report, one a profile, in the order of the profiles. */
export function headlineCards({ profiles }: Pick<ReportDocument, 'profiles'>): readonly Card[] {
  return Object.values(profiles).map((profile) => profile.card);
}

/** The cards that no profile puts forward. */
export function otherCards({ profiles, cards }: Pick<ReportDocument, 'profiles' | 'cards'>): readonly Card[] {
  const first = new Set(headlineCards({ profiles }).map((card) => card.id));
  return cards.filter((card) => !first.has(card.id));
}
