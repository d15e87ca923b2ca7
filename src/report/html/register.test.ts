import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { fixtureDocument } from '../../../test/services/report.fixture.ts';
import { anchorOf, registerEvidence } from './register.ts';

test('registerEvidence numbers each item once and names every card that rests on it', () => {
  const { cards } = fixtureDocument();
  const { entries, byId } = registerEvidence(cards);
  expect(entries.map((entry) => entry.number)).toEqual(entries.map((_, i) => i + 1));
  expect(byId.get('as-published.criterion.run')?.citedBy.map((card) => card.id)).toEqual([
    'as-published/L0/shape-judge',
    'as-published/L2/truth-f1',
  ]);
});

test('registerEvidence makes one entry of items that say the same from the same place', () => {
  const [first] = fixtureDocument().cards;
  if (!first) throw new Error('the fixture has no card');
  const [evidence] = first.items.criterion.evidence;
  if (!evidence) throw new Error('the fixture has no evidence');
  const again = { ...evidence, id: 'another' };
  const items = { ...first.items, replay: { ...first.items.replay, evidence: [again] } };
  const { entries, byId } = registerEvidence([{ ...first, items }]);
  expect(byId.get('another')).toBe(byId.get(evidence.id));
  expect(entries.filter((entry) => entry.evidence.text === evidence.text)).toHaveLength(2);
});

test('registerEvidence refuses one id for two items', () => {
  const [first, ...rest] = fixtureDocument().cards;
  if (!first) throw new Error('the fixture has no card');
  const [evidence] = first.items.criterion.evidence;
  if (!evidence) throw new Error('the fixture has no evidence');
  const forged = { ...evidence, text: 'Something else' };
  const items = { ...first.items, 'null-floor': { ...first.items['null-floor'], evidence: [forged] } };
  expect(() => registerEvidence([{ ...first, items }, ...rest])).toThrow(/two different items/);
});

property.prop([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })])(
  'anchorOf gives different ids different anchors, all of plain characters',
  (a, b) => {
    expect(anchorOf('x', a)).toMatch(/^x-[A-Za-z0-9._~-]*$/);
    expect(anchorOf('x', a) === anchorOf('x', b)).toBe(a === b);
  },
);
