import { fc, test } from '@fast-check/vitest';
import { expect, test as plain } from 'vitest';
import { Secrets } from './secrets.ts';

const secret = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 60 });

test.prop([secret, fc.string(), fc.string()])(
  'a secret is found wherever it stands, in every usual spelling',
  (key, before, after) => {
    const secrets = new Secrets({ SOME_API_KEY: key });
    const bytes = Buffer.from(key);
    const spellings = [
      key,
      JSON.stringify(key).slice(1, -1),
      encodeURIComponent(key),
      bytes.toString('hex'),
      Buffer.from(before + key + after).toString('base64'),
      Buffer.from(before + key + after).toString('base64url'),
    ];
    for (const text of spellings) {
      expect(secrets.clean(Buffer.from(`${before}${text}${after}`)).found).toBe(true);
    }
    expect(secrets.text(`${before}${key}${after}`)).not.toContain(key);
  },
);

test.prop([fc.uint8Array(), secret])('bytes without a secret come back as they are', (bytes, key) => {
  const secrets = new Secrets({ TOKEN: `${key}-and-more-than-chance-would-write` });
  const buffer = Buffer.from(bytes);
  expect(secrets.clean(buffer)).toEqual({ bytes: buffer, found: false });
});

plain('only variables whose name ends in a word for secrets count, and no short value does', () => {
  const secrets = new Secrets({
    OPENAI_API_KEY: 'sk-0123456789ab',
    MY_TOKEN: 'short',
    KEYBOARD_LAYOUT: 'us-international',
    HOME: 'not-a-secret-at-all',
  });
  const text = 'sk-0123456789ab short us-international not-a-secret-at-all';
  expect(secrets.text(text)).toBe('[key removed] short us-international not-a-secret-at-all');
});

plain(
  'values are cleaned however deep, keys included, and are the same object when there was nothing',
  () => {
    const secrets = new Secrets({}, ['sk-0123456789ab']);
    const clean = { a: [1, { b: 'c' }] };
    expect(secrets.value(clean)).toBe(clean);
    expect(secrets.value({ 'x sk-0123456789ab': [['sk-0123456789ab!']] })).toEqual({
      'x [key removed]': [['[key removed]!']],
    });
  },
);
