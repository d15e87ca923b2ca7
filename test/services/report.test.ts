import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/commands/audit.ts';
import type { ReportDocument } from '../../src/report/document.ts';
import { writeReport } from '../../src/report/write.ts';
import { verifies } from '../requirements.ts';
import { fixtureDocument } from './report.fixture.ts';
import { HOSTILE_STRINGS, withStrings } from './report.hostile.ts';

const WIDTHS = [360, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

function chromiumPath(): string {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found)
    throw new Error('These tests need chromium on PATH: apt-get install chromium fonts-dejavu-core');
  return found;
}

let folder = '';
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'measurand-browser-'));
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** Console messages, page errors and requests other than for the page itself. */
  readonly complaints: readonly string[];
}

async function open(document: ReportDocument, options: BrowserContextOptions = {}): Promise<Opened> {
  const { report } = await writeReport(document, mkdtempSync(join(folder, 'report-')));
  const address = pathToFileURL(report).href;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (request.url() !== address && request.url() !== 'data:,') complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.setAttribute('open', '');
  });
}

/** Elements that reach past the right edge of the page, other than inside a frame that scrolls by itself. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > edge + 1 && !element.closest('.scroll, svg');
    });
    return wide.map(
      (element) => `${element.localName}.${element.className}: ${element.textContent?.slice(0, 40)}`,
    );
  });
}

/** Texts of plots, each with the box that it takes: what overlaps cannot be read. */
function collisions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const svg of document.querySelectorAll('.plot svg')) {
      const texts = [...svg.querySelectorAll('text')].filter(
        (text) => text.getBoundingClientRect().width > 0,
      );
      const boxes = texts.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
      boxes.forEach((a, i) => {
        for (const b of boxes.slice(i + 1)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > 1 && down > 3) found.push(`${a.text} / ${b.text}`);
        }
      });
    }
    return found;
  });
}

/** Plot texts that the window cuts off. */
function cutLabels(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.plot svg text')]
      .filter((text) => {
        const box = text.getBoundingClientRect();
        return box.width > 0 && (box.left < 0 || box.right > document.documentElement.clientWidth);
      })
      .map((text) => text.textContent),
  );
}

/** Opens every fold, then holds the layout to what a reader needs at one width and scheme. */
async function expectReadable(
  document: ReportDocument,
  width: number,
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const viewport = { width, height: 900 };
  await using opened = await open(document, { viewport, colorScheme });
  const { page, complaints } = opened;
  await unfold(page);
  const at = `${width} ${colorScheme}`;
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth), at).toBeLessThanOrEqual(
    width,
  );
  expect(await overflowing(page), at).toEqual([]);
  expect(await collisions(page), at).toEqual([]);
  expect(await cutLabels(page), at).toEqual([]);
  const ground = await page.evaluate(() => getComputedStyle(window.document.body).backgroundColor);
  expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)');
  expect(complaints).toEqual([]);
}

verifies('report.page.browser', async () => {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) await expectReadable(fixtureDocument(), width, scheme);
  }
});

test('The report of the whole ComtradeBench audit reads at every width', async () => {
  const document = await audit({ target: 'comtrade' });
  for (const width of WIDTHS) await expectReadable(document, width, 'light');
});

test('The report reads with JavaScript switched off: folded parts open and links lead to their evidence', async () => {
  await using opened = await open(fixtureDocument(), {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const { page, complaints } = opened;
  const numbers = page.locator('#joint details').first();
  await numbers.locator('summary').click();
  expect(await numbers.locator('table').isVisible()).toBe(true);
  await page.locator('.verdicts .refs a').first().click();
  expect(new URL(page.url()).hash).toMatch(/^#evidence-/);
  expect(await page.locator('.evidence > li').first().isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test('On a phone each finding still says which card it is of, and the table keeps its roles', async () => {
  await using opened = await open(fixtureDocument(), { viewport: { width: 360, height: 800 } });
  const { page } = opened;
  const row = page.getByRole('row', { name: /Null floor/ }).first();
  expect(await row.getByRole('cell').count()).toBe(2);
  const label = row.getByRole('cell').first().locator('.of');
  expect(await label.textContent()).toBe('as-published × L0 × shape-judge');
  expect(await label.isVisible()).toBe(true);
});

verifies('report.page.print', async () => {
  await using opened = await open(fixtureDocument(), { colorScheme: 'dark', javaScriptEnabled: true });
  const { page } = opened;
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  for (const folded of ['#joint details table', '#cards .card .verdicts', '#generator dl']) {
    expect(await page.locator(folded).first().isVisible(), folded).toBe(true);
  }
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
});

test('Hostile strings stay text in a real browser: nothing runs, nothing is asked for, nothing is added', async () => {
  const census = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => !element.parentElement?.closest('svg'))
        .map((element) => `${element.localName} ${element.getAttributeNames().join(' ')}`),
    );
  await using harmless = await open(withStrings(fixtureDocument(), 'x'));
  await unfold(harmless.page);
  const expected = await census(harmless.page);
  for (const text of HOSTILE_STRINGS) {
    await using opened = await open(withStrings(fixtureDocument(), text), {
      viewport: { width: 360, height: 800 },
    });
    const { page, complaints } = opened;
    await unfold(page);
    expect(await census(page), text).toEqual(expected);
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
  }
});
