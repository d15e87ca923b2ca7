import { expect, test } from 'vitest';
import type { AuditDocument } from '../audit/document.ts';
import { CARD_ITEMS } from '../audit/types.ts';
import { audit, auditGate, cardItems } from './audit.ts';

const card = (profile: string, verdicts: Record<string, string>) => ({
  card: {
    profile,
    items: Object.fromEntries(CARD_ITEMS.map((id) => [id, { verdict: verdicts[id] ?? 'pass' }])),
  },
});
const document = {
  profiles: {
    'as-published': card('as-published', { criterion: 'fail', replay: 'not-probed' }),
    repaired: card('repaired', { ownership: 'not-probed' }),
  },
} as unknown as AuditDocument;

test('auditGate names every failed item of a headline card with its profile', () => {
  expect(auditGate(document).failed).toEqual(['as-published: criterion']);
});

test('auditGate reports a not-probed item only when it was required', () => {
  expect(auditGate(document).unprobed).toEqual([]);
  expect(auditGate(document, ['replay', 'ownership', 'criterion']).unprobed).toEqual([
    'as-published: replay',
    'repaired: ownership',
  ]);
});

test('cardItems refuses an id that no card has', () => {
  expect(cardItems(['criterion'])).toEqual(['criterion']);
  expect(() => cardItems(['criterion', 'zzz'])).toThrow(/"zzz".*Choose from ownership/);
});

test('audit refuses a target and a profile that it does not know, before it runs anything', async () => {
  await expect(audit({ target: 'nothing' })).rejects.toMatchObject({ code: 'unknown-target', exitCode: 2 });
  await expect(audit({ target: 'comtrade', profile: 'x' })).rejects.toMatchObject({
    code: 'unknown-profile',
  });
});
