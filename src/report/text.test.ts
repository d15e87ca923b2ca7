import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { fixtureDocument } from '../../test/services/report.fixture.ts';
import { HOSTILE_STRINGS, withStrings } from '../../test/services/report.hostile.ts';
import { CARD_ITEM_TITLES, CARD_ITEMS } from '../audit/types.ts';
import { headlineCards } from './headline.ts';
import { displayWidth } from './text/columns.ts';
import { renderCardText, renderReadingText, renderText } from './text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/;

verifies('report.text.fits', () => {
  const report = fixtureDocument();
  for (const text of ['', ...HOSTILE_STRINGS]) {
    const document = text === '' ? report : withStrings(report, text);
    for (const [asked, width] of [
      [20, 40],
      [80, 80],
      [100, 100],
      [400, 100],
    ] as const) {
      for (const card of headlineCards(document)) {
        const lines = renderCardText(card, { width: asked, color: false }).split('\n');
        for (const line of lines) expect(displayWidth(line), line).toBe(width);
        expect(lines.join('')).not.toMatch(CONTROLS);
      }
      const whole = renderText(document, { width: asked, color: false });
      expect(whole).not.toMatch(CONTROLS);
      for (const line of whole.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  }
});

test('renderCardText gives every check its verdict in words, and one screen is enough', () => {
  for (const card of headlineCards(fixtureDocument())) {
    const lines = renderCardText(card, { width: 100, color: false }).split('\n');
    expect(lines.length).toBeLessThan(40);
    for (const id of CARD_ITEMS) {
      const line = lines.find((candidate) => candidate.includes(`${CARD_ITEM_TITLES[id]}: `));
      const word = { pass: 'PASS', fail: 'FAIL', 'not-probed': 'NOT PROBED' }[card.items[id].verdict];
      expect(line).toMatch(new RegExp(`^│ [✓✗○] ${word} `));
    }
  }
});

test('renderCardText adds colour only when asked, and colour changes no word', () => {
  for (const card of headlineCards(fixtureDocument())) {
    const [plain, coloured] = [false, true].map((color) => renderCardText(card, { width: 90, color }));
    expect(plain).not.toContain('\u001B');
    expect(coloured).toContain('\u001B[');
    expect(stripVTControlCharacters(coloured ?? '')).toBe(plain);
  }
});

test('renderReadingText never shows an empty licence as one', () => {
  const [card] = headlineCards(fixtureDocument());
  if (!card) throw new Error('the fixture has no card');
  const options = { width: 80, color: false };
  expect(renderReadingText(card, options)).toContain('✓ may be read as        self-report compliance');
  const text = renderReadingText({ ...card, licensed: 'nothing' }, options);
  expect(text).toContain('○ may be read as        nothing');
});

test('renderReadingText tells what the paper would license only where it differs', () => {
  const { cards } = fixtureDocument();
  const texts = cards.map((card) => renderReadingText(card, { width: 100, color: false }));
  expect(texts.map((text) => text.includes('by the paper'))).toEqual(
    cards.map((card) => card.disagreement !== ''),
  );
  expect(texts.filter((text) => text.includes('why they differ'))).toHaveLength(1);
});
