import { z } from 'zod';
import { CardSchema } from '../audit/schema.ts';
import type { Card } from '../audit/types.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import type { ReportDocument } from './document.ts';
import { headlineCards, otherCards } from './headline.ts';

/** `card.json`: every card of an audit, the headline ones first. */
export interface CardFile {
  readonly format: 'measurand.cards/1';
  readonly target: string;
  /** Id of each profile's headline card. */
  readonly headline: Readonly<Record<string, string>>;
  readonly cards: readonly Card[];
}

export const CardFileSchema = schemaOf<CardFile>()(
  z.strictObject({
    format: z.literal('measurand.cards/1'),
    target: z.string(),
    headline: z.record(z.string(), z.string()).describe("Id of each profile's headline card"),
    cards: z.array(CardSchema),
  }),
);

export function cardFile(document: ReportDocument): CardFile {
  const { target, profiles } = document;
  return {
    format: 'measurand.cards/1',
    target,
    headline: Object.fromEntries(Object.entries(profiles).map(([name, { card }]) => [name, card.id])),
    cards: [...headlineCards(document), ...otherCards(document)],
  };
}
