import { expect, test } from 'vitest';
import { preparedDigest } from './prepared-digest.ts';

const prepared = (token: string, model = 'm') => ({
  files: [{ path: '/home/config.json', text: `{"key":"${token}","model":"${model}"}` }],
  env: { KEY: token },
  first: ['-p', 'Go.'],
  resumed: () => ['-p'],
});

test('preparedDigest is the same for every token, and another for anything else that is given', () => {
  const digest = preparedDigest(prepared('aaaa-1'), 'aaaa-1');
  expect(preparedDigest(prepared('bbbb-2'), 'bbbb-2')).toBe(digest);
  expect(preparedDigest(prepared('aaaa-1', 'other'), 'aaaa-1')).not.toBe(digest);
});
