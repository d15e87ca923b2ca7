import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test('visible writes hidden characters as code points and leaves what can be seen', () => {
  expect(visible('a\u202Eb')).toBe('a⟨U+202E⟩b');
  expect(visible('\u0000\u001B[31m')).toBe('⟨U+0000⟩⟨U+001B⟩[31m');
  expect(visible('\uD800x\uDC00')).toBe('⟨U+D800⟩x⟨U+DC00⟩');
  expect(visible('\u{E0041}')).toBe('⟨U+E0041⟩');
  expect(visible('tab\tline\nÄ 漢 👩‍👩‍👧 – ×')).toBe('tab\tline\nÄ 漢 👩‍👩‍👧 – ×');
});

property.prop([fc.string({ unit: 'binary' })])(
  'visible gives well-formed text and does nothing twice',
  (text) => {
    const once = visible(text);
    expect(once).not.toMatch(/\p{Surrogate}/u);
    expect(visible(once)).toBe(once);
  },
);
