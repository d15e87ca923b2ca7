import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { fixtureDocument } from '../../test/services/report.fixture.ts';
import { HOSTILE_STRINGS, withStrings } from '../../test/services/report.hostile.ts';
import { CARD_ITEM_TITLES } from '../audit/types.ts';
import { escapeMarkdown } from './markdown/escape.ts';
import { renderMarkdown } from './markdown.ts';

/** Cell borders of a line: pipes that no odd number of backslashes precedes. */
function borders(line: string): number {
  return [...line.matchAll(/(\\*)\|/g)].filter(([, slashes = '']) => slashes.length % 2 === 0).length;
}

/** What each line is: a table row and its cells, a heading, a list item, other text or nothing. */
function shape(text: string): readonly (string | boolean)[] {
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('|') ? `table ${borders(line)}` : (line.match(/^(?:#+|-) /)?.[0] ?? line.length > 0),
    );
}

verifies('report.markdown.tables-hold', () => {
  const report = fixtureDocument();
  const expected = shape(renderMarkdown(withStrings(report, 'x')));
  expect(expected.filter((line) => line === 'table 5').length).toBeGreaterThan(14);
  for (const text of HOSTILE_STRINGS) {
    const markdown = renderMarkdown(withStrings(report, `x${text}`));
    expect(shape(markdown)).toEqual(expected);
    expect(markdown).not.toMatch(/[<>]/);
  }
});

test('renderMarkdown shows the headline cards first and each card once', () => {
  const headings = renderMarkdown(fixtureDocument()).match(/^## .*$/gm);
  expect(headings).toEqual([
    '## as-published: L0 × shape-judge (shape scorer)',
    '## repaired: L2 × truth-f1 (outcome scorer)',
    '## as-published: L2 × truth-f1 (outcome scorer)',
    '## repaired: L0 × shape-judge (shape scorer)',
    '## Not probed',
  ]);
});

test('renderMarkdown gives each check its verdict in words and names its evidence', () => {
  const row = renderMarkdown(fixtureDocument())
    .split('\n')
    .find((line) => line.startsWith(`| ${CARD_ITEM_TITLES['null-floor']} `));
  expect(row).toBe(
    '| Null floor | ✗ Fail | An empty submission scores 0.645 | as-published.null-floor.run (executed); as-published.null-floor.paper (quoted) |',
  );
});

test('escapeMarkdown leaves task names as they are', () => {
  expect(escapeMarkdown('T3_duplicates _so_')).toBe('T3_duplicates \\_so\\_');
});

const special = fc.string({ unit: fc.constantFrom(...'|\\`*_[]<>&~$#! a1\n') });

property.prop([fc.oneof(special, fc.string({ unit: 'binary' }))])(
  'escapeMarkdown gives one line without HTML, code or cell border',
  (text) => {
    const escaped = escapeMarkdown(text);
    expect(escaped).not.toMatch(/[\n\r<>]/);
    expect(borders(escaped)).toBe(0);
    expect(escaped.replace(/\\./gs, '')).not.toMatch(/[`*[\]~$]/);
  },
);
