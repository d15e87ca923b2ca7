import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, expect } from 'vitest';
import { graded, gradedGrid } from '../../../test/graded-episodes.ts';
import { verifies } from '../../../test/requirements.ts';
import { openArchive } from '../../archive/folder.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { formatDecimal } from '../../core/decimal.ts';
import { holm } from '../../stats/multiplicity.ts';
import { exactSignFlip } from '../../stats/sign-flip-exact.ts';
import { compareArchives } from './compare.ts';
import { parseSelectors } from './selector.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let archives = 0;

function archived(records: readonly EpisodeRecord[]): string {
  archives += 1;
  const path = join(folder, `archive-${archives}`);
  using archive = openArchive(path);
  for (const record of records) archive.put(record);
  return path;
}

function written(value: unknown): string {
  archives += 1;
  const path = join(folder, `family-${archives}.json`);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

interface PaperArm {
  readonly model: string;
  readonly arm: string;
  readonly slack: number;
  readonly covered_rows_of_75: readonly number[];
}

verifies('compare.pairs.known-answer', () => {
  const { rows } = JSON.parse(readFileSync('data/paper/b2.json', 'utf8')) as { rows: readonly PaperArm[] };
  const records = rows
    .filter(({ model, slack }) => model === 'GPT-5' && slack === 0)
    .flatMap(({ model, arm, covered_rows_of_75 }) =>
      covered_rows_of_75.map((covered, seed) => graded({ model, arm, seed }, covered / 75)),
    );
  expect(records).toHaveLength(40);
  const { contrasts } = compareArchives({
    archives: [archived(records)],
    a: 'arm=constant@mean',
    b: 'arm=escalating',
  });
  const [{ effect, compat, paired, p } = {}] = contrasts;
  const shown = (value: number | undefined): string => formatDecimal(value ?? Number.NaN, 3);
  const d = records.slice(0, 20).map((_, seed) => {
    const rowsOf = (arm: string): number =>
      rows.find((row) => row.model === 'GPT-5' && row.slack === 0 && row.arm === arm)?.covered_rows_of_75[
        seed
      ] ?? Number.NaN;
    return rowsOf('constant@mean') - rowsOf('escalating');
  });
  expect(p).toBe(exactSignFlip(d)?.twoSided);
  expect(effect?.test.method).toBe('exact');
  const printed = JSON.parse(readFileSync('data/paper/escalation.json', 'utf8')) as {
    rows: readonly { experiment: string; model: string; printed: Record<string, string> }[];
  };
  const row = printed.rows.find(({ experiment, model }) => experiment === 'B2' && model === 'GPT-5');
  const numbers = (text = ''): readonly number[] => (text.match(/-?\d*\.\d+/g) ?? []).map(Number);
  expect([shown(compat?.effect)].map(Number)).toEqual(numbers(row?.printed['delta']));
  expect([shown(compat?.interval.lo), shown(compat?.interval.hi)].map(Number)).toEqual(
    numbers(row?.printed['ci95']),
  );
  expect(compat?.test.p).toBeCloseTo(numbers(row?.printed['p'])[0] ?? Number.NaN, 4);
  expect(paired?.standardError ?? 0).toBeGreaterThan(0);
});

const GRID = gradedGrid({ models: 3, tasks: 2, seeds: 8 }, (m, t, s) => (m === 2 ? 0.5 : (s + t + m) / 12));

verifies('compare.family.adjusted', () => {
  const archive = archived(GRID);
  const direct = compareArchives({ archives: [archive], a: 'model=m0', b: 'model=m1,model=m2' });
  expect(direct.family).toEqual({ declared: true, size: 2, adjustment: 'holm' });
  expect(direct.contrasts.map(({ pAdjusted }) => pAdjusted)).toEqual(
    holm(direct.contrasts.map(({ p }) => p ?? Number.NaN)),
  );
  const family = written({
    format: 'measurand.family/1',
    contrasts: [
      { a: { model: 'm0' }, b: { model: 'm1' } },
      { label: 'the other', a: { model: 'm0' }, b: { model: 'm2' } },
    ],
  });
  const declared = compareArchives({ archives: [archive], family });
  expect(declared.contrasts.map(({ label }) => label)).toEqual(['m0 − m1', 'the other']);
  expect(declared.contrasts.map(({ effect }) => effect)).toEqual(
    direct.contrasts.map(({ effect }) => effect),
  );
  expect(declared.standing).toBe('exploratory');
});

verifies('compare.pairs.unambiguous', () => {
  const twice = archived(
    ['l0', 'l2'].flatMap((scaffold) => ['x', 'y'].map((model) => graded({ model, scaffold }, 0.5))),
  );
  const apart = archived([graded({ model: 'x', task: 'a' }, 1), graded({ model: 'y', task: 'b' }, 0)]);
  const refused: readonly (readonly [string, Parameters<typeof compareArchives>[0]])[] = [
    ['ambiguous-pair', { archives: [twice], a: 'model=x', b: 'model=y', pair: ['task', 'seed'] }],
    ['no-pairs', { archives: [apart], a: 'model=x', b: 'model=y' }],
    ['nothing-selected', { archives: [apart], a: 'model=x', b: 'model=z' }],
    ['unknown-axis', { archives: [apart], a: 'mood=x', b: 'model=y' }],
    ['invalid-selector', { archives: [apart], a: 'model', b: 'model=y' }],
    ['invalid-selector', { archives: [apart], a: 'model=x,model=y', b: 'model=y' }],
    ['invalid-usage', { archives: [apart], b: 'model=y' }],
    ['invalid-usage', { archives: [apart], a: 'model=x' }],
    ['unknown-scorer', { archives: [apart], a: 'model=x', b: 'model=y', scorer: 'taste' }],
    ['margin-out-of-range', { archives: [twice], a: 'model=x', b: 'model=y', margin: -1 }],
    ['not-an-archive', { archives: [folder], a: 'model=x', b: 'model=y' }],
    ['unreadable', { archives: [apart], family: join(folder, 'none.json') }],
    ['not-json', { archives: [apart], family: written('{') }],
    [
      'invalid-family',
      { archives: [apart], family: written({ format: 'measurand.family/1', contrasts: [] }) },
    ],
  ];
  for (const [code, options] of refused) {
    expect(() => compareArchives(options), code).toThrow(expect.objectContaining({ code }));
  }
  const whole = compareArchives({ archives: [twice], a: 'model=x', b: 'model=y' });
  expect(whole.contrasts[0]?.pairing).toMatchObject({ axes: ['task', 'seed', 'scaffold'], pairs: 2 });
});

verifies('compare.pairs.confounded', () => {
  const records = [0, 1].flatMap((seed) => [
    graded({ model: 'x', scaffold: 'l0', seed }, 1),
    graded({ model: 'y', scaffold: 'l2', seed }, 0.5),
  ]);
  const [contrast] = compareArchives({ archives: [archived(records)], a: 'model=x', b: 'model=y' }).contrasts;
  expect(contrast?.alsoDiffers).toEqual([{ axis: 'scaffold', a: ['l0'], b: ['l2'] }]);
  expect(contrast?.cautions.join()).toContain('the sides differ in scaffold too (l0 against l2)');
});

verifies('compare.minima.equal-n', () => {
  const records = [
    ...[0.1, 0.5, 0.9, 0.7].map((value, seed) => graded({ model: 'x', seed }, value)),
    ...[0.3, 0.4].map((value, seed) => graded({ model: 'y', seed }, value)),
  ];
  const [contrast] = compareArchives({ archives: [archived(records)], a: 'model=x', b: 'model=y' }).contrasts;
  expect(contrast?.minima).toMatchObject({
    pairs: { n: 2, a: 0.1, b: 0.3 },
    whole: null,
    refused: expect.stringContaining('a has 4 graded runs and b 2'),
    common: { m: 2, b: 0.3 },
  });
  expect(contrast?.cautions.join()).toContain('2 runs have no partner');
  const equal = compareArchives({ archives: [archived(GRID)], a: 'model=m0', b: 'model=m1' });
  expect(equal.contrasts[0]?.minima).toMatchObject({ whole: { n: 16 }, refused: null });
});

test('two archives are compared run by run, and equal ones do not differ', () => {
  const [before, after] = [archived(GRID), archived(GRID.toReversed())];
  const { roots, contrasts } = compareArchives({ archives: [before, after], margin: 0.1 });
  expect(roots[0]).toBe(roots[1]);
  expect(contrasts[0]?.effect).toMatchObject({ n: 48, effect: 0 });
  expect(contrasts[0]?.reading).toBe('not-shown');
  expect(contrasts[0]?.cautions.join()).toContain('degenerate');
});

test('a difference that lies inside the margin over pairs and over tasks reads as equivalent', () => {
  const records = gradedGrid({ models: 2, tasks: 6, seeds: 6 }, (m, t, s) => 0.5 + ((s + t * m) % 4) / 1000);
  const [contrast] = compareArchives({
    archives: [archived(records)],
    a: 'model=m0',
    b: 'model=m1',
    margin: 0.05,
  }).contrasts;
  expect(contrast?.reading).toBe('equivalent');
});

test('what is unscored moves the bounds of a difference and nothing else, and is said when it could turn it', () => {
  const base = gradedGrid({ models: 2, tasks: 1, seeds: 6 }, (m) => (m === 0 ? 0.6 : 0.5));
  const more = [
    ...base,
    graded({ model: 'm0', task: 't0', seed: 9 }, 'errored'),
    graded({ model: 'm1', task: 't0', seed: 9 }, 0.9),
  ];
  const of = (records: readonly EpisodeRecord[]) =>
    compareArchives({ archives: [archived(records)], a: 'model=m0', b: 'model=m1' }).contrasts[0];
  const [before, after] = [of(base), of(more)];
  expect(after?.effect).toEqual(before?.effect);
  expect(after?.pairing).toMatchObject({ pairs: 6, unscored: 1 });
  expect(before?.bounds?.least).toBe(before?.bounds?.most);
  expect(after?.bounds?.least).toBeLessThan(0);
  expect(after?.cautions).toContain('the unscored episodes could turn the order of the two round');
});

test('five pairs cannot reach the usual level, and that is said', () => {
  const records = gradedGrid({ models: 2, tasks: 1, seeds: 5 }, (m) => 1 - m / 2);
  const [contrast] = compareArchives({
    archives: [archived(records)],
    a: 'model=m0',
    b: 'model=m1',
  }).contrasts;
  expect(contrast?.effect?.test).toMatchObject({ p: 0.0625, smallestP: 0.0625 });
  expect(contrast?.reading).toBe('not-shown');
});

test.prop([
  fc.array(fc.tuple(fc.constantFrom('model', 'scaffold', 'arm'), fc.stringMatching(/^[a-z0-9@._-]*$/)), {
    minLength: 1,
  }),
])('parseSelectors keeps every term, in order, and begins anew where an axis comes again', (terms) => {
  const selectors = parseSelectors(terms.map(([axis, word]) => `${axis}=${word}`).join(','), 'b');
  expect(selectors.flatMap((selector) => Object.entries(selector))).toEqual(terms);
  for (const [at, selector] of selectors.slice(1).entries()) {
    const [first] = Object.keys(selector);
    expect(selectors[at]).toHaveProperty(first as string);
  }
});
