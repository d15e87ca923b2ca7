import { fc, test as property } from '@fast-check/vitest';
import { parseHTML } from 'linkedom/worker';
import { expect, test } from 'vitest';
import { html } from './markup.ts';
import { visible } from './visible.ts';

test('html escapes strings, keeps markup and joins lists', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`${inner}${['a&b', inner]}`.text).toBe('<b>&lt;i&gt;</b>a&amp;b<b>&lt;i&gt;</b>');
});

property.prop([fc.string({ unit: 'binary' })])(
  'html gives back any string from text and from an attribute',
  (text) => {
    const { document } = parseHTML(
      `<!doctype html><html><body>${html`<p title="${text}">${text}</p>`.text}</body></html>`,
    );
    const paragraph = document.querySelector('p');
    expect(document.body.childNodes).toHaveLength(1);
    expect(paragraph?.childElementCount).toBe(0);
    expect([...(paragraph?.attributes ?? [])].map(({ name }) => name)).toEqual(['title']);
    expect(paragraph?.textContent).toBe(visible(text));
    expect(paragraph?.getAttribute('title')).toBe(visible(text));
  },
);
