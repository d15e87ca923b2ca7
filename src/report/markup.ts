import { visible } from './visible.ts';

/** HTML that has been built here. Only `html` and `trusted` make it, so a foreign string can never be mistaken for it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | Markup | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML character data, safe between tags and inside a quoted attribute; hidden characters are made visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function write(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string') return escapeHtml(piece);
  return piece.map(write).join('');
}

/** Template tag: what is interpolated is escaped unless it is markup already. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let text = strings[0] ?? '';
  pieces.forEach((piece, i) => {
    text += write(piece) + (strings[i + 1] ?? '');
  });
  return new Markup(text);
}

/** Nothing at all, for the branch that has nothing to show. */
export const NOTHING = new Markup('');
