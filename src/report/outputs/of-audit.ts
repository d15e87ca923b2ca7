import { CARD_ITEM_TITLES, CARD_ITEMS, type Card } from '../../audit/types.ts';
import type { ReportDocument } from '../document.ts';
import { headlineCards } from '../headline.ts';
import type { OutputCase, OutputFinding, OutputReport } from './report.ts';

type Audited = Pick<ReportDocument, 'profiles' | 'title' | 'version'>;

const itemsOf = ({ items }: Card) => CARD_ITEMS.map((id) => [id, items[id]] as const);

function findingsOf(card: Card, file: string | undefined): readonly OutputFinding[] {
  return itemsOf(card)
    .filter(([, { verdict }]) => verdict === 'fail')
    .map(([id, { summary }]) => ({
      rule: id,
      level: 'error' as const,
      message: summary,
      ...(file === undefined ? {} : { file }),
      place: `${card.target}, ${card.profile}, ${id}`,
    }));
}

/** An item that failed is a failure; one that could not be probed is skipped, never passed. */
function casesOf(card: Card): readonly OutputCase[] {
  return itemsOf(card).map(([id, { verdict, summary }]) => ({
    suite: `${card.target}, ${card.profile}`,
    name: id,
    outcome: verdict === 'pass' ? 'pass' : verdict === 'fail' ? 'failure' : 'skipped',
    message: summary,
  }));
}

/**
 * What an audit found on its headline cards, for the forms of a pull request.
 *
 * @param file of the scorer or task, where findings are shown
 */
export function auditReport(document: Audited, file?: string): OutputReport {
  const cards = headlineCards(document);
  const findings = cards.flatMap((card) => findingsOf(card, file));
  const failed = new Set(findings.map(({ rule }) => rule));
  return {
    title: document.title,
    version: document.version,
    rules: CARD_ITEMS.filter((id) => failed.has(id)).map((id) => ({
      id,
      title: CARD_ITEM_TITLES[id],
      help: `See the evidence of the card's item ${id}.`,
      level: 'error',
    })),
    findings,
    cases: cards.flatMap(casesOf),
    lines: cards.flatMap(({ target, profile, overall, licensed, forbidden }) => [
      `${target}, ${profile}: ${overall}`,
      `Licensed: ${licensed}`,
      `Forbidden: ${forbidden}`,
    ]),
  };
}
