import { expect, test } from 'vitest';
import { COMTRADE_DEFINITIONS } from './definitions.ts';
import { releaseDescription, releaseServiceUrl } from './release-text.ts';

test('every task has a description, and the service address is text of the release', () => {
  const descriptions = COMTRADE_DEFINITIONS.map(({ id }) => releaseDescription(id));
  expect(new Set(descriptions).size).toBe(COMTRADE_DEFINITIONS.length);
  expect(descriptions.every((text) => text.length > 20)).toBe(true);
  expect(releaseServiceUrl()).toMatch(/^http:\/\/localhost:\d+\/api\/data$/);
  expect(() => releaseDescription('toString')).toThrow(/toString/);
});
