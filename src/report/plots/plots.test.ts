import { parseHTML } from 'linkedom/worker';
import { expect, test } from 'vitest';
import { fixtureDocument } from '../../../test/services/report.fixture.ts';
import type { Markup } from '../markup.ts';
import { curvesPlot } from './curves.ts';
import { forestPlot } from './forest.ts';
import { jointPlot } from './joint.ts';
import { probePlot } from './probe.ts';
import { scaffoldingPlot } from './scaffolding.ts';
import { spectrumPlot } from './spectrum.ts';

const { panels } = fixtureDocument();
const TEXT = { id: 'p', title: 'A plot' };

/** The wide drawing of a plot. */
function wide(markup: Markup): Element {
  const svg = parseHTML(`<!doctype html><body>${markup.text}</body>`).document.querySelector('.p-wide svg');
  if (!svg) throw new Error('nothing was drawn');
  return svg;
}

function marks(svg: Element, kind: string, attribute: string): number[] {
  return [
    ...svg.querySelectorAll(`g[aria-label="${kind}"] ${kind === 'bar' ? 'rect' : ':is(circle,line,path)'}`),
  ].map((mark) => Number(mark.getAttribute(attribute)));
}

/** Whether positions are one straight line of the values: equal values stand together, greater ones further right. */
function expectLinear(positions: readonly number[], values: readonly number[]): void {
  expect(positions).toHaveLength(values.length);
  const [lowest, highest] = [values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))];
  const at = (list: readonly number[], i: number): number => list[i] ?? Number.NaN;
  const slope = (at(positions, highest) - at(positions, lowest)) / (at(values, highest) - at(values, lowest));
  expect(slope).toBeGreaterThan(0);
  values.forEach((value, i) => {
    expect(at(positions, i)).toBeCloseTo(at(positions, lowest) + slope * (value - at(values, lowest)), 1);
  });
}

test('spectrumPlot sets mean, CVaR and box edges on one scale', () => {
  const [spectrum] = panels.spectra;
  if (!spectrum) throw new Error('the fixture has no spectrum');
  const svg = wide(spectrumPlot(spectrum, 'p'));
  const means = marks(svg, 'dot', 'cx').filter((x) => x > 0);
  const ticks = marks(svg, 'tick', 'x1');
  const { rows } = spectrum;
  expectLinear([...means, ...ticks], [...rows.map((row) => row.mean), ...rows.map((row) => row.cvar)]);
  expect(svg.querySelectorAll('g[aria-label="bar"] rect')).toHaveLength(rows.length);
});

test('jointPlot draws one dot a model in each of the four cells, and names each cell with its spread', () => {
  const [entry] = panels.joint;
  if (!entry) throw new Error('the fixture has no 2×2');
  const svg = wide(jointPlot(entry.data, TEXT));
  expect(marks(svg, 'dot', 'cx')).toHaveLength(4 * entry.data.rows.length);
  const words = svg.textContent ?? '';
  expect(words).toMatch(/L0 × shipped judge\s*spread 0\.000/);
  expect(words).toMatch(/L2 × ground truth\s*spread 1\.000/);
  for (const { model } of entry.data.rows) expect(words.split(model).length - 1).toBeGreaterThanOrEqual(2);
});

test('forestPlot keeps rows of one name apart and sets estimates on the scale of their intervals', () => {
  const [first] = panels.forest;
  if (!first) throw new Error('the fixture has no forest');
  const rows = [
    first,
    { ...first, delta: 0.08, lo: -0.05, hi: 0.12 },
    { ...first, delta: -0.02, lo: -0.05, hi: 0.01 },
  ];
  const svg = wide(forestPlot(rows, TEXT));
  expectLinear(
    marks(svg, 'dot', 'cx'),
    rows.map((row) => row.delta),
  );
  expect(new Set(marks(svg, 'dot', 'cy')).size).toBe(3);
  expect(svg.textContent).toContain('+0.080 [-0.050, 0.120]');
});

test('scaffoldingPlot draws nothing where nothing was measured', () => {
  const [entry] = panels.scaffolding;
  if (!entry) throw new Error('the fixture has no levels');
  const svg = wide(scaffoldingPlot(entry.data, TEXT));
  const measured = entry.data.flatMap((row) => [row.L0Judge, row.L1Coverage, row.L2Truth]);
  expect(measured).toContain(null);
  const drawn = svg.querySelectorAll('g[aria-label="dot"] > *');
  expect(drawn).toHaveLength(measured.filter((value) => value !== null).length);
});

test('curvesPlot draws an interval only where one is known', () => {
  const points = [
    { x: 0, y: 0.1, lo: 0, hi: 0.2, n: 20 },
    { x: 1, y: 0.05, lo: null, hi: null, n: 20 },
  ];
  const plot = {
    title: 'Loss',
    x: 'Slack',
    y: 'Loss',
    curves: [{ label: 'a', origin: 'executed' as const, points }],
  };
  const svg = wide(curvesPlot(plot, 'p'));
  expect(marks(svg, 'dot', 'transform')).toHaveLength(2);
  const intervals = [...svg.querySelectorAll('g[aria-label="rule"] line[y2]')].filter(
    (line) => line.getAttribute('x1') === line.getAttribute('x2'),
  );
  expect(intervals).toHaveLength(1);
});

test('curvesPlot tells curves apart by symbol and dash, and hollow marks are not of this run', () => {
  const [data] = panels.curves;
  if (!data) throw new Error('the fixture has no curves');
  const svg = wide(curvesPlot(data, 'p'));
  const dashes = [...svg.querySelectorAll('g[aria-label="line"]')].map((group) =>
    group.getAttribute('stroke-dasharray'),
  );
  expect(dashes).toEqual(data.curves.map(({ origin }) => (origin === 'executed' ? null : '5 4')));
  const fills = [...svg.querySelectorAll('g[aria-label="dot"]')].map((group) => group.getAttribute('fill'));
  expect(fills.map((fill) => fill === 'var(--ground)')).toEqual(
    data.curves.map(({ origin }) => origin !== 'executed'),
  );
});

test('probePlot draws both scores of each submission and writes them out', () => {
  const [entry] = panels.probe;
  if (!entry) throw new Error('the fixture has no probe');
  const svg = wide(probePlot(entry.data, TEXT));
  expectLinear(marks(svg, 'bar', 'width'), [
    ...entry.data.map((row) => row.judge),
    ...entry.data.map((row) => row.truthByRecord),
  ]);
  for (const row of entry.data) expect(svg.textContent).toContain(row.judge.toFixed(3));
});
