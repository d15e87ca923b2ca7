import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { jsonParts } from './json-parts.ts';

function* cut(text: string | Buffer, size: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const partsOf = (text: string | Buffer, size = 7, lists = ['samples'], omit: string[] = []) => [
  ...jsonParts(cut(text, size), { lists, omit }),
];

property.prop([fc.array(fc.jsonValue(), { maxLength: 6 }), fc.jsonValue(), fc.integer({ min: 1, max: 40 })])(
  'jsonParts gives every member and every item of a list as JSON.parse does, however the bytes are cut',
  (samples, version, size) => {
    const text = JSON.stringify({ version, samples, after: samples.length }, null, size % 3);
    const parts = partsOf(text, size);
    const whole = JSON.parse(text) as Record<string, unknown>;
    expect(parts.filter((part) => part.path === 'samples').map((part) => part.value)).toEqual(
      whole['samples'],
    );
    expect(parts.find((part) => part.path === 'version')?.value).toEqual(whole['version']);
    expect(parts.every((part) => part.trouble === undefined)).toBe(true);
  },
);

property.prop([fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.integer({ min: 1, max: 20 })])(
  'jsonParts reads a member that is passed over as null and leaves the rest as it was',
  (rest, events, size) => {
    const own = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'events'));
    const [part] = partsOf(
      JSON.stringify({ samples: [{ ...own, events, id: 1 }] }),
      size,
      ['samples'],
      ['events'],
    );
    expect(part?.value).toEqual(JSON.parse(JSON.stringify({ ...own, events: null, id: 1 })));
  },
);

property.prop([fc.jsonValue(), fc.nat(200)])(
  'jsonParts says of a document that breaks off that it does, and yields what came before',
  (value, drop) => {
    const text = JSON.stringify({ samples: [{ a: 1 }, value] });
    const kept = text.slice(0, Math.max(14, text.length - 1 - (drop % text.length)));
    const parts = partsOf(kept);
    expect(parts.at(-1)?.trouble?.code).toBe('torn-document');
  },
);

test('jsonParts goes into nested lists, and into a list that is the whole document', () => {
  const nested = partsOf('{"results":{"version":3,"results":[{"a":1},2]}}', 3, ['results.results']);
  expect(nested.map(({ path, index, value }) => [path, index, value])).toEqual([
    ['results.version', undefined, 3],
    ['results.results', 0, { a: 1 }],
    ['results.results', 1, 2],
  ]);
  expect(partsOf(' [ 1 , [2] ] ', 1, ['']).map(({ value }) => value)).toEqual([1, [2]]);
});

test('jsonParts names an item that is no UTF-8 or no JSON, and goes on after it', () => {
  const bad = Buffer.concat([
    Buffer.from('{"samples":["'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('",{"a" 1},3]}'),
  ]);
  expect(partsOf(bad).map(({ value, trouble }) => trouble?.code ?? value)).toEqual([
    'invalid-utf8',
    'invalid-json',
    3,
  ]);
});
