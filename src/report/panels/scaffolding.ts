import type { OfProfile } from '../../audit/document.ts';
import type { ScaffoldingRow } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import type { Markup } from '../markup.ts';
import { fixed, NO_VALUE } from '../number.ts';
import { scaffoldingPlot } from '../plots/scaffolding.ts';
import { figure, panel } from './frame.ts';

function score(value: number | null): string {
  return value === null ? NO_VALUE : fixed(value, 3);
}

function numbers(profile: string, rows: readonly ScaffoldingRow[]): Markup {
  const columns = [
    { title: 'Model' },
    { title: 'Origin' },
    ...['L0 × shipped judge', 'L1 × coverage', 'L2 × ground truth'].map((title) => ({ title, number: true })),
  ];
  return foldedNumbers(
    `scores along the levels, ${profile}`,
    columns,
    rows.map(({ model, origin, L0Judge, L1Coverage, L2Truth }) => [
      model,
      origin,
      score(L0Judge),
      score(L1Coverage),
      score(L2Truth),
    ]),
  );
}

/** The same models along L0, L1 and L2, by profile. */
export function scaffoldingPanel(profiles: readonly OfProfile<readonly ScaffoldingRow[]>[]): Markup {
  const about =
    'The same models with ever less done for them. Where the scaffold decides everything, models look alike; the difference appears where they decide and the truth is scored.';
  return panel(
    { id: 'scaffolding', title: 'L0, L1, L2: the scaffolding spectrum', about },
    profiles.map(({ profile, data }, i) => {
      const caption = `${profile}: score by level`;
      const drawing = scaffoldingPlot(data, { id: `scaffolding-${i}`, title: caption });
      return figure(caption, undefined, drawing, numbers(profile, data));
    }),
  );
}
