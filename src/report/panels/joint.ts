import type { OfProfile } from '../../audit/document.ts';
import type { JointIntervention, TwoByTwo } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import { html, type Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { jointPlot } from '../plots/joint.ts';
import { figure, panel } from './frame.ts';

function cells<T>({ L0, L2 }: TwoByTwo<T>, show: (value: T) => string): readonly string[] {
  return [L0.shipped, L0.truth, L2.shipped, L2.truth].map(show);
}

const score = (value: number): string => fixed(value, 3);

const PAIR_ROWS = [
  { title: 'Separated pairs ordered alike', of: 'concordant' },
  { title: 'Separated pairs reversed', of: 'discordant' },
  { title: 'Separated pairs tied', of: 'tied' },
  { title: 'Pairs set apart that L2 × truth does not', of: 'invented' },
] as const;

function numbers({ rows, spread, order, task }: JointIntervention): Markup {
  const columns = [
    { title: 'Model' },
    ...['L0 × judge', 'L0 × truth', 'L2 × judge', 'L2 × truth'].map((title) => ({ title, number: true })),
  ];
  return foldedNumbers(`mean scores of the four cells, ${task}`, columns, [
    ...rows.map((row) => [row.model, ...cells(row, score)]),
    [html`<b>Spread between models</b>`, ...cells(spread, score)],
    ...PAIR_ROWS.map(({ title, of }) => [
      html`<b>${title}</b>`,
      ...cells(order, (pairs) => fixed(pairs[of], 0)),
    ]),
  ]);
}

function remarks(joint: JointIntervention): Markup {
  const { masking, pairs, models, separatedPairs, tiedPairs, submitting, submittingSpread } = joint;
  const whole = (value: number): string => fixed(value, 0);
  const facts = [
    `Identical payloads at L0, of ${whole(pairs.total)} model pairs: data ${whole(pairs.data)}, metadata ${whole(pairs.metadata)}, log ${whole(pairs.log)}.`,
    `L2 × truth separates ${whole(separatedPairs)} pairs and ties ${whole(tiedPairs)}.`,
    `At L2 the judge spreads the ${whole(submitting)} of ${whole(models)} models that handed something in by ${score(submittingSpread)}.`,
  ];
  return html`<b>Verdict: ${masking}</b><br>${facts.join(' ')}`;
}

/** The 2×2 of harness and scorer, by profile. */
export function jointPanel(profiles: readonly OfProfile<JointIntervention>[]): Markup {
  const about =
    'The same models under two harnesses and two scorers, every episode scored by both. Where the dots of a cell stand in one column, that cell cannot tell the models apart, whatever they did.';
  return panel(
    { id: 'joint', title: 'Harness × scorer', about },
    profiles.map(({ profile, data }, i) => {
      const caption = `${profile}: ${data.task}, ${fixed(data.seeds, 0)} seeds a cell`;
      const drawing = jointPlot(data, {
        id: `joint-${i}`,
        title: `Harness by scorer, ${profile}, ${data.task}`,
      });
      return figure(caption, data.origin, drawing, numbers(data), remarks(data));
    }),
  );
}
