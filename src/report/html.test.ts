import { fc, test as property } from '@fast-check/vitest';
import { parseHTML } from 'linkedom/worker';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { fixtureDocument } from '../../test/services/report.fixture.ts';
import { HOSTILE_STRINGS, withStrings } from '../../test/services/report.hostile.ts';
import { CARD_ITEMS } from '../audit/types.ts';
import { byCodePoint } from '../core/canonical.ts';
import { headlineCards } from './headline.ts';
import { registerEvidence } from './html/register.ts';
import { renderHtml } from './html.ts';
import { VERDICT_WORDS } from './words.ts';

const page = (text: string): Document => parseHTML(text).document;

/**
 * Every element with its attribute names: the page's in order, the plots' each kind once. A long label wraps into
 * lines and takes width from the axis beside it, so how many lines and ticks a plot has may follow the text.
 */
function structure(text: string): readonly string[] {
  const flow: string[] = [];
  const kinds = new Set<string>();
  for (const element of page(text).querySelectorAll('*')) {
    const { localName, attributes } = element;
    const names = [...attributes].map(({ name }) => name);
    const inPlot = element.parentElement?.closest('svg');
    if (!inPlot) flow.push(`${localName} ${names.join(' ')}`);
    else if (localName !== 'tspan') {
      kinds.add(`${localName} ${names.filter((name) => localName !== 'text' || name !== 'y').join(' ')}`);
    }
  }
  return [...flow, ...[...kinds].toSorted(byCodePoint)];
}

verifies('report.page.needs-nothing', async () => {
  const text = await renderHtml(fixtureDocument());
  const document = page(text);
  expect(document.querySelectorAll('script,iframe,object,embed,form,base,audio,video,img')).toHaveLength(0);
  const policy = document
    .querySelector('meta[http-equiv="Content-Security-Policy"]')
    ?.getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^src|^action$|^formaction$/);
      if (name.endsWith('href')) expect(value).toMatch(/^#|^data:,$/);
    }
  }
  const addresses = text.match(/https?:[^"]*/g) ?? [];
  expect(new Set(addresses)).toEqual(new Set(['http://www.w3.org/2000/svg']));
});

verifies('report.page.claims-linked', async () => {
  const report = fixtureDocument();
  const document = page(await renderHtml(report));
  const linked = new Set(
    [...document.querySelectorAll('.verdicts .refs a')].map((a) => a.getAttribute('href')),
  );
  const evidence = report.cards.flatMap((card) => CARD_ITEMS.flatMap((id) => card.items[id].evidence));
  expect(evidence.length).toBeGreaterThan(20);
  const registered = registerEvidence([...headlineCards(report), ...report.cards]).byId;
  for (const { id, origin, source, path } of evidence) {
    const anchor = registered.get(id)?.anchor ?? '';
    expect(linked).toContain(`#${anchor}`);
    const entry = document.getElementById(anchor)?.textContent;
    expect(entry).toContain(origin);
    expect(entry).toContain(source);
    expect(entry).toContain(path);
  }
});

test('Every link of the page leads to something on it, and no id stands twice', async () => {
  const document = page(await renderHtml(fixtureDocument()));
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href')?.slice(1));
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  const named = [...document.querySelectorAll('[aria-labelledby],[aria-describedby]')].flatMap((element) => [
    element.getAttribute('aria-labelledby'),
    element.getAttribute('aria-describedby'),
  ]);
  expect(named.filter((id) => id !== null && !ids.includes(id))).toEqual([]);
});

verifies('report.page.verdict-in-words', async () => {
  const report = fixtureDocument();
  const rows = [...page(await renderHtml(report)).querySelectorAll('#verdicts tbody tr')];
  for (const [at, id] of CARD_ITEMS.entries()) {
    const cells = [...(rows[at]?.querySelectorAll('td') ?? [])];
    for (const [i, card] of headlineCards(report).entries()) {
      const { word, symbol } = VERDICT_WORDS[card.items[id].verdict];
      const chip = cells[i]?.querySelector('.chip');
      expect(chip?.textContent).toBe(`${symbol} ${word}`);
      expect(chip?.classList.contains('pass')).toBe(card.items[id].verdict === 'pass');
    }
  }
  expect(rows).toHaveLength(CARD_ITEMS.length + 1);
});

verifies('report.page.same-bytes', async () => {
  const first = await renderHtml(fixtureDocument());
  expect(await renderHtml(fixtureDocument())).toBe(first);
});

test('A panel without data is left out, with its place in the contents', async () => {
  const { panels, ...report } = fixtureDocument();
  const bare = {
    joint: [],
    spectra: [],
    curves: [],
    forest: [],
    scaffolding: [],
    ownership: [],
    probe: [],
    tables: [],
  };
  const document = page(await renderHtml({ ...report, panels: bare, notProbed: [], generatorCards: [] }));
  expect(panels.joint.length).toBeGreaterThan(0);
  expect(document.querySelectorAll('svg')).toHaveLength(0);
  expect(document.querySelectorAll('.panel')).toHaveLength(0);
  expect(document.querySelector('nav a[href="#generator"]')).toBeNull();
});

test('Every plot is an image with a title and a description, and its numbers stand in a table beside it', async () => {
  const document = page(await renderHtml(fixtureDocument()));
  const plots = [...document.querySelectorAll('.plot svg')];
  expect(plots.length).toBeGreaterThan(10);
  for (const plot of plots) {
    expect(plot.getAttribute('role')).toBe('img');
    expect(plot.querySelector('title')?.textContent).not.toBe('');
    expect(plot.closest('figure')?.querySelector('details table')).not.toBeNull();
  }
});

verifies('report.page.hostile-inert', async () => {
  const report = fixtureDocument();
  const harmless = structure(await renderHtml(withStrings(report, 'x')));
  for (const text of HOSTILE_STRINGS) {
    expect(structure(await renderHtml(withStrings(report, text))), text).toEqual(harmless);
  }
  const reversed = await renderHtml(withStrings(report, '\u202Egnp.exe\u0000'));
  expect(reversed).toContain('⟨U+202E⟩gnp.exe⟨U+0000⟩');
  expect(reversed).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
});

const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 6,
  })
  .map((parts) => `x${parts.join('')}`);

property.prop([hostileText], { numRuns: 20 })('No text changes the structure of the page', async (text) => {
  const report = fixtureDocument();
  const small = { ...report, cards: report.cards.slice(0, 2) };
  const expected = structure(await renderHtml(withStrings(small, 'x')));
  expect(structure(await renderHtml(withStrings(small, text)))).toEqual(expected);
});
