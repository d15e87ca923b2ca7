import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { fixtureDocument } from '../../test/services/report.fixture.ts';
import { CardFileSchema } from './card-file.ts';
import { writeReport } from './write.ts';

const FILES = ['audit.json', 'card.json', 'card.md', 'report.html'];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measurand-report-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const contents = (at: string): Record<string, string> =>
  Object.fromEntries(readdirSync(at).map((name) => [name, readFileSync(join(at, name), 'utf8')]));

test('writeReport writes the four files and nothing else, the same bytes each time', async () => {
  const document = fixtureDocument();
  const target = join(folder, 'made', 'as needed');
  const paths = await writeReport(document, target);
  expect(Object.values(paths).toSorted()).toEqual(FILES.map((name) => join(target, name)));
  const first = contents(target);
  expect(Object.keys(first)).toEqual(FILES);
  await writeReport(document, target);
  expect(contents(target)).toEqual(first);
  expect(JSON.parse(first['audit.json'] ?? '')).toEqual(document);
});

test('card.json keeps to its schema and names the headline card of each profile', async () => {
  const document = fixtureDocument();
  const { cardJson } = await writeReport(document, folder);
  const file = CardFileSchema.parse(JSON.parse(readFileSync(cardJson, 'utf8')));
  expect(file.headline).toEqual({
    'as-published': 'as-published/L0/shape-judge',
    repaired: 'repaired/L2/truth-f1',
  });
  expect(file.cards).toHaveLength(document.cards.length);
});

verifies('report.write.whole-or-nothing', async () => {
  const document = fixtureDocument();
  await writeReport(document, folder);
  const before = contents(folder);
  const spoilt = {
    ...document,
    title: 'New',
    panels: { ...document.panels, forest: [...document.panels.forest] },
  };
  const [first] = spoilt.panels.forest;
  if (!first) throw new Error('the fixture has no forest');
  spoilt.panels.forest[0] = { ...first, delta: Number.NaN };
  await expect(writeReport(spoilt, folder)).rejects.toMatchObject({ code: 'non-finite' });
  expect(contents(folder)).toEqual(before);

  const file = join(folder, 'a file');
  writeFileSync(file, 'kept');
  await expect(writeReport(document, file)).rejects.toMatchObject({ code: 'report-write', exitCode: 4 });
  expect(readFileSync(file, 'utf8')).toBe('kept');

  const blocked = join(folder, 'blocked');
  mkdirSync(join(blocked, `report.html.${process.pid}.part`), { recursive: true });
  await expect(writeReport(document, blocked)).rejects.toMatchObject({ code: 'report-write' });
  expect(readdirSync(blocked).filter((name) => FILES.includes(name))).toEqual([]);
});
