import { html, Markup } from '../markup.ts';
import { STYLE } from './style.ts';

/** No script, no network, no form, no frame: styles in the page and images in it are all that it may use. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The head of a page of ours, style sheet included. */
export function pageHead(title: string): Markup {
  return html`<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${title}</title><link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style></head>`;
}
