import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { parseHTML } from 'linkedom';
import { afterAll, expect, test } from 'vitest';
import { graded, gradedGrid } from '../../../test/graded-episodes.ts';
import { verifies } from '../../../test/requirements.ts';
import { openArchive } from '../../archive/folder.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import type { StudyReport } from '../../report/study/document.ts';
import { studyHtml } from '../../report/study/html.ts';
import { studyMarkdown } from '../../report/study/markdown.ts';
import { shown } from '../../report/study/section.ts';
import { reportSections } from '../../report/study/sections/index.ts';
import { studyText } from '../../report/study/text.ts';
import { writeStudyReport } from '../../report/study/write.ts';
import { compareArchives } from '../compare/compare.ts';
import { runStudy } from '../run.ts';
import { jsonSchemaOf, PUBLISHED_SCHEMAS } from '../schemas.ts';
import { archiveReport } from './archive-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-study-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let archives = 0;

async function reported(
  records: readonly EpisodeRecord[],
): Promise<{ readonly archive: string; readonly report: StudyReport }> {
  archives += 1;
  const path = join(folder, `archive-${archives}`);
  {
    using archive = openArchive(path);
    for (const record of records) archive.put(record);
  }
  return { archive: path, report: await archiveReport({ archive: path, margin: 0.05 }) };
}

const RECORDS = [
  ...gradedGrid({ models: 3, tasks: 3, seeds: 5 }, (m, t, s) => (m * 5 + t * 3 + s) / 25),
  graded({ model: 'm0', task: 't0', seed: 7 }, 'errored'),
  graded({ model: 'm1', task: 't0', seed: 7 }, 'no-submission'),
];

const WIDE = { width: 100, detail: true };

/** Every number in a value. */
function numbersIn(value: unknown, into: Set<number>): Set<number> {
  if (typeof value === 'number') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) numbersIn(inner, into);
  return into;
}

verifies('compare.report.same-numbers', async () => {
  const { report } = await reported(RECORDS);
  const known = numbersIn(report, new Set());
  const [text, markdown, page] = [studyText(report, WIDE), studyMarkdown(report), await studyHtml(report)];
  const { document } = parseHTML(page);
  const cells = [...document.querySelectorAll('.numbers th, .numbers td')].map((cell) => cell.textContent);
  const onPage = new Set(cells);
  const shownCells = reportSections(report).flatMap(({ tables }) =>
    tables.flatMap(({ columns, rows }) =>
      rows.flatMap((row) =>
        row.map((cell, at) => ({ cell, written: shown(cell, columns[at]?.format ?? 'text') })),
      ),
    ),
  );
  for (const { written } of shownCells) {
    expect(onPage, written).toContain(written);
    expect(text).toContain(written);
    if (/^[-+\d.]+$/.test(written)) expect(markdown).toContain(` ${written} |`);
  }
  const numbers = shownCells.flatMap(({ cell }) => (typeof cell === 'number' ? [cell] : []));
  for (const value of numbers) expect(known, `${value} in the JSON`).toContain(value);
  expect(numbers.length).toBeGreaterThan(200);
});

const HOSTILE = '<img src=x onerror=alert(1)>|\u001B[31m\u202E`x`';

verifies('compare.report.hostile-inert', async () => {
  const records = ['a', HOSTILE].flatMap((model) =>
    [0, 1].map((seed) => graded({ model, task: HOSTILE, arm: HOSTILE, seed }, seed, HOSTILE)),
  );
  const { report } = await reported(records);
  const page = await studyHtml(report);
  const { document } = parseHTML(page);
  expect(document.querySelectorAll('img, script, iframe, form').length).toBe(0);
  expect([...document.querySelectorAll('*')].filter((element) => element.hasAttribute('onerror'))).toEqual(
    [],
  );
  expect(page).toContain('&lt;img src=x');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get through
  expect(`${studyText(report, WIDE)}${studyMarkdown(report)}${page}`).not.toMatch(/[\u001B\u202E]/);
  const markdown = studyMarkdown(report);
  expect(markdown).not.toMatch(/<img/);
  for (const block of markdown.split('\n\n').filter((part) => part.startsWith('| '))) {
    const widths = block.split('\n').map((line) => line.split(/(?<!\\)\|/).length);
    expect(new Set(widths).size).toBe(1);
  }
});

verifies('compare.report.published-form', async () => {
  const { archive, report } = await reported(RECORDS);
  const comparison = compareArchives({ archives: [archive], a: 'model=m0', b: 'model=m1', margin: 0.1 });
  const family = {
    format: 'measurand.family/1',
    contrasts: [{ a: { model: 'm0' }, b: { model: 'm1' } }],
  };
  const values = { 'study-report': report, stats: report.stats, comparison, family };
  for (const [name, value] of Object.entries(values)) {
    const entry = PUBLISHED_SCHEMAS.find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`No schema ${name}`);
    const validate = new AjvJsonSchemaValidator().getValidator(
      jsonSchemaOf(entry) as Record<string, unknown>,
    );
    expect(validate(value).valid, name).toBe(true);
    expect(validate({ ...value, format: 'other/1' }).valid).toBe(false);
  }
});

test('undeclared contrasts are every pair of few contestants, a screen and no confirmation', async () => {
  const { report } = await reported(RECORDS);
  const [comparison] = report.comparisons;
  expect(comparison?.family).toEqual({ declared: false, size: 3, adjustment: 'benjamini-hochberg' });
  expect(comparison?.contrasts.map(({ label }) => label)).toEqual([
    'm0, l2 − m1',
    'm0, l2 − m2',
    'm1, l2 − m2',
  ]);
});

test('of many contestants each is set against the highest', async () => {
  const { report } = await reported(gradedGrid({ models: 8, tasks: 1, seeds: 3 }, (m, _, s) => (m + s) / 10));
  const labels = report.comparisons[0]?.contrasts.map(({ label }) => label) ?? [];
  expect(labels).toHaveLength(7);
  for (const label of labels) expect(label).toMatch(/^m7, l2 − m[0-6]$/);
});

test('a declared family stands in the report under Holm', async () => {
  const { archive } = await reported(RECORDS);
  const family = join(folder, 'family.json');
  const contrasts = [{ label: 'first', a: { model: 'm2' }, b: { model: 'm0' } }];
  writeFileSync(family, JSON.stringify({ format: 'measurand.family/1', margin: 0.2, contrasts }));
  const [comparison] = (await archiveReport({ archive, family })).comparisons;
  expect(comparison).toMatchObject({
    margin: 0.2,
    family: { declared: true, size: 1, adjustment: 'holm' },
    contrasts: [{ label: 'first' }],
  });
});

test('errors of the apparatus are counted by code, and the states stand first', async () => {
  const broken = { ...graded({ seed: 1 }, 'errored'), error: { code: 'network', message: 'gone' } };
  const { report } = await reported([graded({ seed: 0 }, 1), broken]);
  expect(report.errors).toEqual({ network: 1 });
  expect(studyText(report, WIDE)).toMatch(/code +episodes\nnetwork +1/);
});

test('a report is written whole, as three files with the same numbers', async () => {
  const { report } = await reported(RECORDS);
  const paths = await writeStudyReport(report, join(folder, 'out'));
  const texts = Object.values(paths).map((path) => readFileSync(path, 'utf8'));
  expect(JSON.parse(texts[2] ?? '')).toEqual(JSON.parse(JSON.stringify(report)));
  const again = await writeStudyReport(report, join(folder, 'again'));
  expect(Object.values(again).map((path) => sha256(readFileSync(path)))).toEqual(
    texts.map((text) => sha256(text)),
  );
  const file = join(folder, 'taken');
  writeFileSync(file, '');
  await expect(writeStudyReport(report, file)).rejects.toMatchObject({ code: 'report-write' });
});

test('held against its study, an archive is reported by its plan, and declares nothing while episodes are missing', async () => {
  const archive = join(folder, 'b2');
  const study = { study: 'b2', models: ['always-retry', 'always-skip'], seeds: [0, 1, 2] };
  await runStudy({ ...study, archive });
  const part = await archiveReport({ archive, study: 'b2' });
  expect(part.stats.ledger).toMatchObject({ planned: 160, states: { scored: 12, missing: 148 } });
  expect(part.study).toMatchObject({ id: 'b2', analysis: null, foreign: 0 });
  expect(part.comparisons).toEqual([]);
  expect(studyText(part, WIDE)).toContain('148 planned episodes are missing');
  await runStudy({ study: 'b2', archive });
  await runStudy({ ...study, seeds: [99], archive });
  const whole = await archiveReport({ archive, study: 'b2' });
  expect(whole.study).toMatchObject({ foreign: 4, registration: null, analysis: { study: 'b2' } });
  expect(whole.stats.ledger.planned).toBe(160);
  expect(whole.stats.notes.join()).not.toContain('it cannot know');
  const text = studyText(whole, WIDE);
  expect(text).toContain('4 episodes of the archive are not in the plan');
  expect(text).toMatch(/always-retry, slack 0 +20 +\+0\.096 +\[\+0\.061, \+0\.137\]/);
  expect(await studyHtml(whole)).toContain('Table A2: always-retry, slack 0 (quoted)');
}, 60_000);

test('a frozen study is reported as confirmatory, and one that was changed afterwards as exploratory', async () => {
  const file = join(folder, 'frozen.json');
  const archive = join(folder, 'frozen');
  const declared = {
    format: 'measurand.study/1',
    id: 'frozen',
    title: 'A frozen study',
    tasks: ['T3_duplicates'],
    seeds: '0-5',
    models: ['perfect', 'never-deduplicates'],
    scaffolds: ['l2'],
    scorers: ['truth'],
    statistics: [
      {
        ...{ id: 'dedup', kind: 'paired', scorer: 'truth', family: 'main' },
        ...{ factor: 'model', a: 'perfect', b: 'never-deduplicates' },
      },
    ],
  };
  writeFileSync(file, JSON.stringify(declared));
  await runStudy({ study: file, freeze: true, archive });
  const kept = await archiveReport({ archive, study: file });
  expect(kept.study?.registration).toMatchObject({ state: 'registered', deviations: [] });
  expect(kept.study?.analysis?.forest[0]?.standing).toBe('confirmatory');
  writeFileSync(file, JSON.stringify({ ...declared, title: 'A frozen study', hypothesis: 'Made up later' }));
  const changed = await archiveReport({ archive, study: file });
  expect(changed.study?.registration?.deviations).toHaveLength(1);
  expect(changed.study?.analysis?.forest[0]?.standing).toBe('exploratory');
  expect(studyText(changed, WIDE)).toMatch(/exploratory/);
});
