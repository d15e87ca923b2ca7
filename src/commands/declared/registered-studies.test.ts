import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { studyHtml } from '../../report/study/html.ts';
import { studyMarkdown } from '../../report/study/markdown.ts';
import { studyText } from '../../report/study/text.ts';
import { renderStudy } from '../../report/text/study.ts';
import type { PairedStatistic } from '../../study/declaration/inference-schema.ts';
import type { StudyFile } from '../../study/declaration/schema.ts';
import { planStudy } from '../plan.ts';
import { archiveReport } from '../report/archive-report.ts';
import { runStudy } from '../run.ts';
import { jsonSchemaOf, PUBLISHED_SCHEMAS } from '../schemas.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-registered-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const paired = (id: string, b: string): PairedStatistic => ({
  ...{ id, kind: 'paired', scorer: 'truth', family: 'main' },
  ...{ factor: 'model', a: 'perfect', b },
});

const STUDY: StudyFile = {
  format: 'measurand.study/1',
  id: 'promised',
  title: 'Promised',
  tasks: ['T3_duplicates'],
  seeds: '0-7',
  models: ['perfect', 'never-deduplicates', 'stops-after-first-page'],
  scaffolds: ['l2'],
  scorers: ['truth'],
  statistics: [paired('dedup', 'never-deduplicates'), paired('paging', 'stops-after-first-page')],
  decision: {
    says: 'Both habits cost something',
    require: [
      { statistic: 'dedup', interval: 'positive', p: 0.05 },
      { statistic: 'paging', interval: 'positive', p: 0.05 },
    ],
  },
};

let count = 0;

/** A study file of its own, with an archive beside it. */
function place(part: Partial<StudyFile> = {}) {
  count += 1;
  const study = join(scratch, `study-${count}.json`);
  const write = (changed: Partial<StudyFile>): void =>
    writeFileSync(study, JSON.stringify({ ...STUDY, ...part, ...changed }));
  write({});
  return { study, archive: join(scratch, `archive-${count}`), write };
}

const standings = (report: Awaited<ReturnType<typeof runStudy>>): Record<string, string> =>
  Object.fromEntries(
    (report.declared?.results ?? []).map(({ statistic, standing, adjustment, pAdjusted }) => [
      statistic,
      `${standing} ${adjustment} ${pAdjusted}`,
    ]),
  );

verifies('prereg.freeze.once', async () => {
  const { study, archive, write } = place();
  const late = place();
  await runStudy(late);
  await expect(runStudy({ ...late, freeze: true })).rejects.toMatchObject({ code: 'too-late-to-freeze' });
  await expect(runStudy({ study, archive, freeze: true, seeds: [0] })).rejects.toMatchObject({
    code: 'invalid-usage',
  });
  const first = await runStudy({ study, archive, freeze: true });
  const file = first.declared?.registration.file ?? '';
  const bytes = readFileSync(file, 'utf8');
  await runStudy({ study, archive, freeze: true });
  expect(readFileSync(file, 'utf8')).toBe(bytes);
  write({ hypothesis: 'Another' });
  await expect(runStudy({ study, archive, freeze: true })).rejects.toMatchObject({ code: 'already-frozen' });
  write({});
  for (const edited of [bytes.replace('"seeds": [', '"seeds": [ 9,'), bytes.replace('Both', 'One'), '{']) {
    expect(edited).not.toBe(bytes);
    writeFileSync(file, edited);
    await expect(runStudy({ study, archive })).rejects.toMatchObject({ code: 'prereg-corrupt' });
  }
});

test('what is no promise may change: title, prices, rates and beliefs', async () => {
  const { study, archive, write } = place();
  await runStudy({ study, archive, freeze: true });
  write({
    title: 'Another title',
    prices: { dated: '2026-11-30', currency: 'EUR', perMillionTokens: {} },
    statistics: [
      { ...paired('dedup', 'never-deduplicates'), assume: { up: 0.5 } },
      paired('paging', 'stops-after-first-page'),
    ],
  });
  const { declared } = await runStudy({ study, archive });
  expect(declared).toMatchObject({ standing: 'confirmatory', registration: { deviations: [] } });
  expect((await planStudy({ study })).registration).toMatchObject({ deviations: [] });
});

/** What was changed, the word that discloses it, and what is left of the family of two. */
const DEVIATIONS: readonly (readonly [string, Partial<StudyFile>, RegExp, readonly string[]])[] = [
  ['seeds', { seeds: '0-8' }, /Deviation: seeds/, []],
  [
    'the rule',
    { decision: { says: 'One will do', require: [{ statistic: 'dedup', interval: 'positive' }] } },
    /Deviation: decision/,
    [],
  ],
  ['the hypothesis', { hypothesis: 'As it came out' }, /Deviation: hypothesis/, []],
  [
    'one statistic',
    {
      statistics: [
        { ...paired('dedup', 'never-deduplicates'), mode: 'compat' },
        paired('paging', 'stops-after-first-page'),
      ],
    },
    /Deviation: statistics\.dedup/,
    ['paging'],
  ],
  [
    'a model that is dropped',
    {
      models: ['perfect', 'stops-after-first-page'],
      statistics: [paired('paging', 'stops-after-first-page')],
      decision: {
        says: 'Both habits cost something',
        require: [{ statistic: 'paging', interval: 'positive', p: 0.05 }],
      },
    },
    /Deviation: models/,
    [],
  ],
];

verifies(
  'prereg.deviation.exploratory',
  async () => {
    for (const [what, change, , kept] of DEVIATIONS) {
      const { study, archive, write } = place();
      const promised = await runStudy({ study, archive, freeze: true });
      // Both differ in each of eight seeds, so p = 2 / 2^8, and Holm counts two places.
      expect(standings(promised), what).toEqual({
        dedup: `confirmatory holm ${2 ** -6}`,
        paging: `confirmatory holm ${2 ** -6}`,
      });
      expect(promised.declared?.decision).toMatchObject({ verdict: 'met', standing: 'confirmatory' });
      write(change);
      const changed = await runStudy({ study, archive });
      for (const result of changed.declared?.results ?? []) {
        const stays = kept.includes(result.statistic);
        expect([what, result.statistic, result.standing]).toEqual([
          what,
          result.statistic,
          stays ? 'confirmatory' : 'exploratory',
        ]);
        expect(result.adjustment).toBe(stays ? 'holm' : 'benjamini-hochberg');
        if (stays) expect(result.pAdjusted, 'the family keeps its two places').toBe(2 ** -6);
      }
      expect(changed.declared?.decision?.standing, what).toBe('exploratory');
      expect(changed.analysis?.forest.filter(({ pHolm }) => pHolm !== null)).toHaveLength(kept.length);
    }
  },
  60_000,
);

verifies(
  'prereg.deviation.disclosed',
  async () => {
    for (const [what, change, says, kept] of DEVIATIONS) {
      const { study, archive, write } = place();
      await runStudy({ study, archive, freeze: true });
      write(change);
      const ran = await runStudy({ study, archive });
      const report = await archiveReport({ archive, study });
      const forms = {
        run: ran.analysis ? renderStudy(ran.analysis, { width: 1000 }) : '',
        terminal: studyText(report, { width: 1000 }),
        markdown: studyMarkdown(report).replaceAll('\\', ''),
        page: await studyHtml(report),
      };
      for (const [form, text] of Object.entries(forms)) {
        expect(text, `${what}, ${form}`).toMatch(says);
        expect(text, `${what}, ${form}`).toMatch(/exploratory/);
        if (kept.length === 0) expect(text, `${what}, ${form}`).not.toMatch(/confirmatory$|, confirmatory</m);
      }
      expect(report.study?.registration?.deviations.join('\n')).toMatch(new RegExp(says.source.slice(11)));
      expect((await planStudy({ study })).registration?.deviations.length).toBeGreaterThan(0);
    }
  },
  60_000,
);

test('a deviation is disclosed while episodes are missing, too, and no look is written down', async () => {
  const { study, archive, write } = place();
  const controller = new AbortController();
  const onProgress = (): void => controller.abort();
  await runStudy({ study, archive, freeze: true, signal: controller.signal, onProgress });
  write({ hypothesis: 'Made up halfway' });
  const report = await archiveReport({ archive, study });
  expect(report.study).toMatchObject({ analysis: null, registration: { state: 'registered' } });
  expect(studyText(report, { width: 1000 })).toMatch(/Deviation: hypothesis/);
  write({});
  const whole = await runStudy({ study, archive });
  expect(whole.declared).toMatchObject({ standing: 'confirmatory', registration: { deviations: [] } });
});

verifies(
  'prereg.looks.anytime',
  async () => {
    const part: Partial<StudyFile> = {
      tasks: [
        'T3_duplicates',
        'T6_page_drift',
        'T8_mixed_faults',
        'T4_rate_limit_429',
        'T5_server_error_500',
      ],
      seeds: '0-19',
      models: ['perfect', 'never-submits'],
      statistics: [paired('handing-in', 'never-submits')],
      decision: {
        says: 'Handing in matters',
        require: [{ statistic: 'handing-in', interval: 'positive', p: 0.05 }],
      },
      stopping: { rule: 'anytime', looks: [1, 4, 20] },
    };
    const { study, archive, write } = place(part);
    const early = await runStudy({ study, archive, freeze: true });
    expect(early.ledger).toMatchObject({ planned: 200, states: { excluded: 160 } });
    expect(early.declared).toMatchObject({
      standing: 'confirmatory',
      endedAt: { look: 2, seeds: 4 },
      decision: { verdict: 'met', standing: 'confirmatory' },
      registration: { looks: [{ seeds: 1 }, { seeds: 4 }], deviations: [] },
    });
    const [result] = early.declared?.results ?? [];
    expect(result).toMatchObject({ n: 20, delta: 1, least: 1, most: 1, clustered: null });
    expect(result?.method).toMatch(/confidence sequence/);
    expect(result?.lo).toBeGreaterThan(0);
    const again = await archiveReport({ archive, study });
    expect(studyText(again, { width: 1000 })).toMatch(/the look at 4 seeds decided/);
    const peek = await runStudy({ study, archive, seeds: [0, 1, 2] });
    expect(peek.declared?.standing).toBe('exploratory');
    write({});
    const after = await archiveReport({ archive, study });
    expect(after.study?.registration?.deviations.join()).toMatch(/an undeclared look at 3 seeds/);
    expect(after.study?.analysis?.forest[0]?.standing).toBe('exploratory');
  },
  60_000,
);

verifies('plan.format.published', async () => {
  const { study, archive } = place();
  await runStudy({ study, archive, freeze: true });
  const base = study.slice(0, -'.json'.length);
  const values: Record<string, unknown> = {
    plan: JSON.parse(JSON.stringify(await planStudy({ study }))),
    preregistration: JSON.parse(readFileSync(`${base}.prereg.json`, 'utf8')),
    looks: JSON.parse(readFileSync(`${base}.looks.json`, 'utf8')),
  };
  for (const [name, value] of Object.entries(values)) {
    const entry = PUBLISHED_SCHEMAS.find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`No schema ${name}`);
    const validate = new AjvJsonSchemaValidator().getValidator(
      jsonSchemaOf(entry) as Record<string, unknown>,
    );
    expect(validate(value), name).toMatchObject({ valid: true });
    expect(validate({ ...(value as object), format: 'other/1' }).valid).toBe(false);
    expect(validate({ ...(value as object), extra: 1 }).valid).toBe(false);
  }
});
