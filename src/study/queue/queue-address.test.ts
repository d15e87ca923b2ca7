import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { MeasurandError } from '../../core/errors.ts';
import { parseQueueAddress } from './queue-address.ts';

test('parseQueueAddress takes an address apart, and shows it without credentials', () => {
  expect(parseQueueAddress('rediss://me:a%40b@[::1]:7000/3')).toEqual({
    host: '::1',
    port: 7000,
    db: 3,
    username: 'me',
    password: 'a@b',
    tls: true,
    shown: 'rediss://[::1]:7000/3',
  });
  expect(parseQueueAddress('redis://host')).toEqual({
    host: 'host',
    port: 6379,
    db: 0,
    tls: false,
    shown: 'redis://host:6379/0',
  });
});

const SECRET = 'dead-giveaway';

property.prop([
  fc.constantFrom('redis', 'rediss', 'http', ''),
  fc.constantFrom('://', ':', '//', ''),
  fc.constantFrom(`${SECRET}`, `:${SECRET}`, `user:${SECRET}`, `${SECRET}:pass`, `a:${SECRET}%`),
  fc.constantFrom('@', '@@', ''),
  fc.constantFrom('host', '127.0.0.1', '[::1', '', ' ', '@'),
  fc.string({ maxLength: 8 }),
])(
  'whatever is wrong with an address, no credential in it is shown',
  (scheme, mark, credentials, at, host, rest) => {
    const text = `${scheme}${mark}${credentials}${at}${host}${rest}`;
    const isCredential = at !== '' && host !== '';
    try {
      const { shown } = parseQueueAddress(text);
      if (isCredential) expect(shown).not.toContain(SECRET);
    } catch (error) {
      expect(error).toBeInstanceOf(MeasurandError);
      expect(error).toMatchObject({ code: 'invalid-queue', cause: undefined });
      expect((error as Error).message).not.toContain(SECRET);
    }
  },
);
