import { anchorOf } from '../html/register.ts';
import { html, type Markup } from '../markup.ts';
import { spectrumKey } from '../panels/spectra.ts';
import { curvesPlot } from '../plots/curves.ts';
import { forestPlot } from '../plots/forest.ts';
import { heatmapPlot } from '../plots/heatmap.ts';
import { spectrumPlot } from '../plots/spectrum.ts';
import type { Comparison, ScorerStats, StudyReport } from './document.ts';
import type { StratumGroups } from './sections/groups.ts';

/** A plot of more rows is a wall; the table below has them all. */
const MOST_ROWS = 40;
const MOST_CURVES = 7;

function figure(caption: string, drawing: Markup): Markup {
  return html`<figure><figcaption>${caption}</figcaption>${drawing}</figure>`;
}

/** One spectrum plot for each stratum that is not too long to read. */
export function spectrumFigures(
  { scorer }: ScorerStats,
  strata: readonly StratumGroups[],
): readonly Markup[] {
  const drawn = strata.flatMap(({ title, groups }, at) => {
    const rows = groups.flatMap(({ name, group: { spread } }) =>
      spread
        ? [
            {
              model: name,
              mean: spread.mean,
              worst: spread.worst,
              best: spread.best,
              cvar: spread.cvarCeil,
              quartiles: spread.quartiles,
            },
          ]
        : [],
    );
    const bounded = rows.every(({ worst, best }) => worst >= 0 && best <= 1);
    if (rows.length === 0 || rows.length > MOST_ROWS || !bounded) return [];
    const id = anchorOf('spectrum', `${scorer}-${at}`);
    return [figure(`Spectrum, ${title}`, spectrumPlot({ title: `Spectrum, ${title}`, scorer, rows }, id))];
  });
  return drawn.length === 0 ? [] : [spectrumKey(anchorOf('key', scorer)), ...drawn];
}

/** The expected worst over m, for strata with few enough curves to tell apart. */
export function worstFigures({ scorer }: ScorerStats, strata: readonly StratumGroups[]): readonly Markup[] {
  return strata.flatMap(({ title, groups }, at) => {
    const curves = groups.flatMap(({ name, group: { worstOf, spread } }) =>
      worstOf.length > 1
        ? [
            {
              label: name,
              origin: 'executed' as const,
              points: worstOf.map(({ m, expectedWorst: y }) => ({
                x: m,
                y,
                lo: null,
                hi: null,
                n: spread?.n ?? 0,
              })),
            },
          ]
        : [],
    );
    if (curves.length === 0 || curves.length > MOST_CURVES) return [];
    const caption = `Expected worst of m runs, ${title}`;
    const plot = { title: caption, x: 'm', y: 'expected worst', curves };
    return [figure(caption, curvesPlot(plot, anchorOf('worst', `${scorer}-${at}`)))];
  });
}

/** The differences of a family against zero. */
export function comparisonFigures({ contrasts, scorer }: Comparison): readonly Markup[] {
  const rows = contrasts.flatMap(({ label, effect, p, pAdjusted }) =>
    effect && p !== null
      ? [
          {
            label,
            origin: 'executed' as const,
            n: effect.n,
            delta: effect.effect,
            lo: effect.interval.lo,
            hi: effect.interval.hi,
            p,
            pHolm: pAdjusted,
          },
        ]
      : [],
  );
  if (rows.length === 0 || rows.length > MOST_ROWS) return [];
  const title = `Paired differences, ${scorer}`;
  return [figure(title, forestPlot(rows, { id: anchorOf('forest', scorer), title }))];
}

/** How harnesses and dimensions or models interact, as heatmaps. */
export const mapFigures = (maps: NonNullable<StudyReport['trials']>['layers']['maps']): readonly Markup[] =>
  maps
    .filter(({ rows, columns }) => rows.length <= MOST_ROWS && columns.length <= MOST_ROWS)
    .map((map) =>
      figure(
        `${map.title}, in per cent`,
        heatmapPlot(map, { id: anchorOf('map', map.id), title: map.title }),
      ),
    );

/** Effects and curves of what a study declares. */
export function declaredFigures(
  { forest, curves, study, title }: NonNullable<NonNullable<StudyReport['study']>['analysis']>,
  id: string,
): readonly Markup[] {
  const named = forest.map(({ label, standing, ...row }) => ({
    ...row,
    label: standing === undefined ? label : `${label}, ${standing}`,
  }));
  const effects =
    forest.length === 0 || forest.length > MOST_ROWS
      ? []
      : [figure(title, forestPlot(named, { id: anchorOf('effects', `${id}-${study}`), title }))];
  const drawn = curves.map((plot, at) =>
    figure(plot.title, curvesPlot(plot, anchorOf('curves', `${id}-${study}-${at}`))),
  );
  return [...effects, ...drawn];
}
