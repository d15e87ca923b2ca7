import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { type ZipFile, zipOf } from '../../../test/samples/zip.ts';
import { MeasurandError } from '../../core/errors.ts';
import { openZip } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(bytes: Buffer): string {
  const path = join(folder, 'log.eval');
  writeFileSync(path, bytes);
  return path;
}

async function contents(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await openZip(written(bytes));
  try {
    return new Map(zip.entries.map((entry) => [entry.name, zip.read(entry).toString('utf8')]));
  } finally {
    zip.close();
  }
}

async function codeOf(bytes: Buffer): Promise<string> {
  try {
    await contents(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof MeasurandError) return error.code;
    throw error;
  }
}

/** A zstd frame with one raw block. */
function zstdRaw(content: Buffer): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from('28b52ffd20', 'hex'), Buffer.from([content.length]), block, content]);
}

test('openZip reads stored, deflated and zstd entries', async () => {
  const content = Buffer.from('{"a":1}');
  const found = await contents(
    zipOf([
      { name: 'header.json', content },
      { name: 'stored', content, method: 0 },
      { name: 'zstd', content, method: 93, packed: zstdRaw(content) },
      { name: 'empty', content: '' },
    ]),
  );
  expect([...found]).toEqual([
    ['header.json', '{"a":1}'],
    ['stored', '{"a":1}'],
    ['zstd', '{"a":1}'],
    ['empty', ''],
  ]);
});

test('openZip lets the last entry of a name stand', async () => {
  expect([
    ...(await contents(
      zipOf([
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ]),
    )),
  ]).toEqual([['a', '2']]);
});

const HOSTILE: readonly (readonly [string, string, ZipFile])[] = [
  ['a path that climbs out', 'unsafe-path', { name: '../../etc/passwd', content: 'x' }],
  ['an absolute path', 'unsafe-path', { name: '/etc/passwd', content: 'x' }],
  ['a drive', 'unsafe-path', { name: 'C:/x', content: 'x' }],
  ['a backslash', 'unsafe-path', { name: 'a\\..\\b', content: 'x' }],
  [
    'an entry that unpacks to more than it declares',
    'damaged-zip',
    { name: 'a', content: 'x'.repeat(5000), declaredSize: 10 },
  ],
  ['an entry that unpacks to less', 'damaged-zip', { name: 'a', content: 'xy', declaredSize: 3 }],
  ['a wrong checksum', 'damaged-zip', { name: 'a', content: 'x', crc: 1 }],
  ['a bomb by its own declaration', 'too-large', { name: 'a', content: 'x', declaredSize: 0xfffffff0 }],
  ['an encrypted entry', 'unsupported-zip', { name: 'a', content: 'x', flags: 1 }],
  ['a method that is not read', 'unsupported-zip', { name: 'a', content: 'x', method: 14 }],
];

for (const [what, code, file] of HOSTILE) {
  test(`openZip refuses ${what}`, async () => {
    expect(await codeOf(zipOf([file]))).toBe(code);
  });
}

test('openZip refuses entries that share bytes', async () => {
  const bytes = zipOf([
    { name: 'a', content: 'x'.repeat(100), method: 0 },
    { name: 'b', content: 'y', method: 0 },
  ]);
  const second = bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  bytes.writeUInt32LE(0, second + 42);
  expect(await codeOf(bytes)).toBe('damaged-zip');
});

test('openZip refuses a directory of more files than there can be', async () => {
  const bytes = zipOf([{ name: 'a', content: 'x' }]);
  bytes.writeUInt16LE(65534, bytes.length - 12);
  expect(await codeOf(bytes)).toBe('damaged-zip');
});

property.prop([fc.nat(2 ** 16), fc.integer({ min: 0, max: 255 })], { numRuns: 300 })(
  'openZip gives what was packed or a coded error, whichever byte of an archive is changed or cut',
  async (place, byte) => {
    const original = zipOf([
      { name: 'header.json', content: '{"a":1}' },
      { name: 'b', content: 'x'.repeat(50), method: 0 },
    ]);
    const changed = Buffer.from(original);
    changed[place % changed.length] = byte;
    await codeOf(changed);
    expect(await codeOf(original.subarray(0, place % original.length))).not.toBe('none');
  },
);
