import { fc, test } from '@fast-check/vitest';
import { expect, test as plain } from 'vitest';
import { packAfter, packBytes, unpackAfter, unpackBytes } from './bytes.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));
const text = fc.string({ unit: 'binary' }).map((value) => Buffer.from(value));

test.prop([fc.oneof(bytes, text)])(
  'bytes come back exactly, as text only where text gives them back',
  (original) => {
    expect(unpackBytes(packBytes(original))).toEqual(original);
  },
);

test.prop([fc.oneof(bytes, text), fc.oneof(bytes, text), fc.oneof(bytes, text), fc.oneof(bytes, text)])(
  'a body comes back from what differs from the one before it',
  (head, before, middle, tail) => {
    const [first, second] = [Buffer.concat([head, before, tail]), Buffer.concat([head, middle, tail])];
    expect(unpackAfter(first, packAfter(first, second))).toEqual(second);
  },
);

plain('a conversation that grows costs what was added, and stays readable', () => {
  const before = Buffer.from(`{"messages":[${'"é",'.repeat(500)}"x"],"tools":[1]}`);
  const body = Buffer.from(`{"messages":[${'"é",'.repeat(500)}"x","èwas"],"tools":[1]}`);
  const packed = packAfter(before, body);
  expect(packed.middle).toEqual({ text: ',"èwas"' });
  expect(unpackAfter(Buffer.from('another'), packed)).toBeUndefined();
  expect(unpackAfter(before, { ...packed, head: packed.head - 1 })).toBeUndefined();
});
