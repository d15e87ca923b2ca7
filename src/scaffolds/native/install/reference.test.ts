import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { RECIPES } from './recipes/all.ts';
import { parseReference } from './reference.ts';

test('parseReference() takes a name with its tried version, or with any exact one', () => {
  expect(parseReference('codex')).toMatchObject({ recipe: { id: 'codex' }, version: '0.171.0' });
  expect(parseReference('dsh@0.1.0-rc.8')).toMatchObject({ recipe: { id: 'dsh' }, version: '0.1.0-rc.8' });
});

test.each(['codex@latest', 'codex@^0.171.0', 'codex@0.171', 'codex@', 'codex@0.171.0/../..', 'codex@1.2.3 '])(
  'parseReference() refuses %j, which is no exact version',
  (text) => {
    expect(() => parseReference(text)).toThrow(expect.objectContaining({ code: 'inexact-version' }));
  },
);

test.prop([fc.string()])('parseReference() gives nothing that could lead out of the cache', (text) => {
  const [id = ''] = RECIPES.map((recipe) => recipe.id).filter((each) => text.startsWith(each));
  try {
    const { recipe, version } = parseReference(text);
    expect(`${recipe.id}@${version}`).toMatch(/^[a-z-]+@[0-9A-Za-z.-]+$/);
    expect(version).not.toMatch(/^\./);
  } catch (error) {
    expect((error as { code: string }).code).toMatch(id === '' ? /unknown-harness/ : /inexact|unknown/);
  }
});

test('every recipe pins an exact version, and every package beside it', () => {
  for (const { id, version, besides } of RECIPES) {
    expect(parseReference(`${id}@${version}`).version).toBe(version);
    for (const pinned of Object.values(besides?.(version) ?? {})) expect(pinned).toMatch(/^\d+\.\d+\.\d+/);
  }
});
