import { barX, dot, lineX, tickX } from '@observablehq/plot';
import type { Spectrum } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import { html, type Markup } from '../markup.ts';
import { fixed, interval } from '../number.ts';
import { legend } from '../plots/legend.ts';
import { spectrumPlot } from '../plots/spectrum.ts';
import { figure, panel } from './frame.ts';

const COLUMNS = ['n', 'Mean', '95 % interval', 'SD', 'Worst', 'CVaR', 'Best', 'Rel@0.9', 'Rel@0.5', 'Gap'];

function numbers({ rows, title }: Spectrum): Markup {
  const columns = [{ title: 'Model' }, ...COLUMNS.map((column) => ({ title: column, number: true }))];
  return foldedNumbers(
    title,
    columns,
    rows.map((row) => [
      row.model,
      fixed(row.n, 0),
      fixed(row.mean, 3),
      interval(row.ci[0], row.ci[1], 3),
      ...[row.std, row.worst, row.cvar, row.best, row.reliability90, row.reliability50, row.gap].map(
        (value) => fixed(value, 3),
      ),
    ]),
  );
}

/** What the marks of a spectrum mean. `id` begins the ids of its parts. */
export function spectrumKey(id: string): Markup {
  return legend([
    { id: `${id}-mean`, label: 'mean', marks: [dot([0], { x: 0, y: 0, r: 4, fill: 'var(--s7)' })] },
    {
      id: `${id}-box`,
      label: 'middle half of the runs',
      marks: [
        barX([0], { x1: -0.8, x2: 0.8, fill: 'var(--s1)', fillOpacity: 0.3, stroke: 'var(--s1)', inset: 1 }),
      ],
    },
    {
      id: `${id}-cvar`,
      label: 'CVaR: mean of the worst fifth',
      marks: [tickX([0], { x: 0, stroke: 'var(--s2)', strokeWidth: 3 })],
    },
    {
      id: `${id}-worst`,
      label: 'worst run',
      marks: [dot([0], { x: 0, y: 0, symbol: 'triangle', r: 4, fill: 'var(--ground)', stroke: 'var(--s7)' })],
    },
    {
      id: `${id}-range`,
      label: 'worst to best',
      marks: [lineX([-1, 1], { y: 0, x: (x: number) => x, stroke: 'var(--soft)' })],
    },
  ]);
}

/** The reliability spectra: how the runs of each model spread, never a mean alone. */
export function spectraPanel(spectra: readonly Spectrum[]): Markup {
  const about =
    'A mean hides how a model fails. Two models with one mean may differ in their worst runs; the spectrum shows the whole range of each.';
  return panel({ id: 'reliability', title: 'Reliability spectrum', about }, [
    ...spectra.map((spectrum, i) => {
      const { title, level, scorer, tasks, seeds, origin } = spectrum;
      const note = html`${level} × ${scorer}; ${fixed(seeds, 0)} seeds a task; tasks: ${tasks.join(', ')}.`;
      const drawing = html`${i === 0 ? spectrumKey('spectrum') : ''}${spectrumPlot(spectrum, `spectrum-${i}`)}`;
      return figure(title, origin, drawing, numbers(spectrum), note);
    }),
  ]);
}
