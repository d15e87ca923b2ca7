import type { Requirement } from '../requirements.ts';

export const REPORT = {
  'report.page.needs-nothing': {
    source: 'DESIGN §9, Formats; issue 2, Report',
    says: 'the report is one page without script, frame, form or any address outside itself',
  },
  'report.page.hostile-inert': {
    source: 'DESIGN §10',
    says: 'no string of an audit becomes an element, an attribute or an address of the page, and hidden characters show',
  },
  'report.page.claims-linked': {
    source: 'issue 2, Report',
    says: 'every finding links to each piece of its evidence, which shows its origin, its source and its place in audit.json',
  },
  'report.page.verdict-in-words': {
    source: 'DESIGN §3',
    says: 'a verdict is told by word and symbol, never by colour alone, and not-probed never looks like a pass',
  },
  'report.page.contrast': {
    source: 'WCAG 2.2, 1.4.3 and 1.4.11',
    says: 'text reaches a contrast of 4.5 to 1 and plot marks 3 to 1, in light and in dark',
  },
  'report.page.same-bytes': {
    source: 'DESIGN §4, Determinism',
    says: 'the same audit gives the same report, byte for byte, however often it is rendered',
  },
  'report.page.browser': {
    source: 'issue 2, Report',
    says: 'the report reads without script at phone, tablet and desk width, in light and dark, asks the network for nothing and logs nothing',
  },
  'report.page.print': {
    source: 'issue 2, Report',
    says: 'the printed report holds the numbers and the cards that the screen folds away',
  },
  'report.text.fits': {
    source: 'issue 2, Must show 1',
    says: 'a card on a terminal is a box of one width, at most 100 columns, without control characters from outside',
  },
  'report.markdown.tables-hold': {
    source: 'issue 2, Report',
    says: 'card.md keeps its tables whole and holds no HTML, whatever the audit says',
  },
  'report.write.whole-or-nothing': {
    source: 'issue 2, Must show 6',
    says: 'a report is written whole or not at all, and a failed write leaves the earlier report as it was',
  },
} satisfies Record<string, Requirement>;
