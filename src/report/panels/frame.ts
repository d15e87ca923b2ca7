import type { EvidenceOrigin } from '../../audit/types.ts';
import { originBadge } from '../html/evidence.ts';
import { html, type Markup, NOTHING, type Piece } from '../markup.ts';

export interface PanelText {
  /** Anchor of the panel, unique in the page. */
  readonly id: string;
  readonly title: string;
  /** How to read it. States no number. */
  readonly about: Piece;
  /** Whether the figures take the whole width, under the explanation. */
  readonly stacked?: boolean;
}

/** A titled part of the results with its explanation beside it; nothing when it has no figure. */
export function panel({ id, title, about, stacked = false }: PanelText, figures: readonly Markup[]): Markup {
  if (figures.length === 0) return NOTHING;
  return html`<section class="${stacked ? 'panel stacked' : 'panel'}" id="${id}" aria-labelledby="${`h-${id}`}">
<div class="about"><h3 id="${`h-${id}`}">${title}</h3><p class="small">${about}</p></div><div>${figures}</div></section>`;
}

/** One captioned figure with its origin and, folded below it, its numbers. */
export function figure(
  caption: string,
  origin: EvidenceOrigin | undefined,
  drawing: Markup,
  numbers: Markup,
  note: Piece = '',
): Markup {
  const badge = origin ? originBadge(origin) : NOTHING;
  const remark = note === '' ? NOTHING : html`<p class="small soft">${note}</p>`;
  return html`<figure><figcaption>${caption} ${badge}</figcaption>${drawing}${remark}${numbers}</figure>`;
}
