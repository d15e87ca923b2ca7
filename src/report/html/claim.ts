import type { Claim, Figure } from '../../audit/types.ts';
import { html, type Markup, type Piece } from '../markup.ts';

/** Figures that lie in the text, in order, none overlapping: the only ones that can be marked. */
function markable(figures: readonly Figure[], length: number): readonly Figure[] {
  const kept: Figure[] = [];
  let end = 0;
  for (const figure of figures.toSorted((a, b) => a.at[0] - b.at[0])) {
    const [from, to] = figure.at;
    if (from < end || to <= from || to > length) continue;
    kept.push(figure);
    end = to;
  }
  return kept;
}

/** A sentence in which each bound figure is marked with the path of the number that it shows. */
export function claimText({ text, figures }: Claim): Markup {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, path, rounding } of markable(figures, text.length)) {
    const [from, to] = at;
    pieces.push(text.slice(done, from));
    pieces.push(
      html`<span class="figure" title="${`audit.json: ${path} (${rounding})`}">${text.slice(from, to)}</span>`,
    );
    done = to;
  }
  pieces.push(text.slice(done));
  return html`${pieces}`;
}
