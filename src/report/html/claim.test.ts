import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { claimText } from './claim.ts';

test('claimText marks each figure with the path of its number', () => {
  const figures = [{ at: [7, 12], path: 'probe.empty', rounding: '3' }] as const;
  expect(claimText({ text: 'Scores 0.645.', figures }).text).toBe(
    'Scores <span class="figure" title="audit.json: probe.empty (3)">0.645</span>.',
  );
});

property.prop([
  fc.string(),
  fc.array(fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: -3, max: 30 }))),
])('claimText never loses or repeats text, whatever the offsets say', (text, offsets) => {
  const shown = claimText({ text, figures: offsets.map((at) => ({ at, path: 'p', rounding: '0' })) }).text;
  const bare = shown.replace(/<span class="figure"[^>]*>|<\/span>/g, '');
  expect(bare).toBe(claimText({ text, figures: [] }).text);
});
