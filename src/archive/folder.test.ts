import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import { chainStart, writeLine } from './chain.ts';
import { openArchive, readArchive } from './folder.ts';
import { verifyArchive } from './verify.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-folder-'));
const finished = join(scratch, 'finished');
const SEGMENT = join('segments', '001.jsonl');
const PACK = join('blobs', '001.pack');
/** Where the block of the second episode begins in the pack of `finished`. */
const secondBlock = (): number => readFileSync(join(finished, PACK)).indexOf('MBK1', 1);
let made = 0;
const fresh = (): string => {
  made += 1;
  return join(scratch, `a${made}`);
};
const copyOf = (folder: string): string => {
  const copy = fresh();
  cpSync(folder, copy, { recursive: true });
  return copy;
};

function withBlob(seed: number) {
  return { text: `data of seed ${seed}\n`.repeat(3), seed };
}

/** Three episodes with a blob each. */
function fill(folder: string, seeds: readonly number[]): void {
  using archive = openArchive(folder);
  for (const seed of seeds) {
    const data = archive.putBlob(withBlob(seed).text);
    archive.put(sampleEpisode(seed, { submission: { data } }));
  }
}

beforeAll(() => fill(finished, [1, 2, 3]));
afterAll(() => rmSync(scratch, { recursive: true }));

verifies('archive.root.order-free', () => {
  const folder = fresh();
  for (const seeds of [[3], [1, 3], [2, 1]]) fill(folder, seeds);
  using resumed = readArchive(folder);
  using straight = readArchive(finished);
  expect(resumed.size).toBe(3);
  expect(resumed.root()).toBe(straight.root());
  expect(readdirSync(join(folder, 'segments'))).toEqual(['001.jsonl', '002.jsonl', '003.jsonl']);
});

verifies(
  'archive.torn-tail.heals',
  () => {
    const bytes = readFileSync(join(finished, SEGMENT));
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
    const folder = copyOf(finished);
    // A writer that was killed leaves the manifest of its opening, which vouches for no byte.
    rmSync(join(folder, 'manifest.json'));
    const cutAt = (cut: number): number => {
      writeFileSync(join(folder, SEGMENT), bytes.subarray(0, cut));
      return ends.filter((end) => end <= cut).length;
    };
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const whole = cutAt(cut);
      using archive = readArchive(folder);
      expect(archive.size, `cut at byte ${cut}`).toBe(whole);
    }
    for (const cut of ends.flatMap((end) => [end - 200, end - 1, end, end + 1])) {
      rmSync(folder, { recursive: true });
      cpSync(finished, folder, { recursive: true });
      rmSync(join(folder, 'manifest.json'));
      const whole = cutAt(cut);
      using archive = openArchive(folder);
      archive.put(sampleEpisode(9));
      archive.close();
      using again = readArchive(folder);
      expect(again.size, `mended at byte ${cut}`).toBe(whole + 1);
      expect(again.remarks).toEqual([]);
    }
  },
  180_000,
);

test('the bytes of a torn tail are kept, and opening says that it set them aside', () => {
  const folder = copyOf(finished);
  rmSync(join(folder, 'manifest.json'));
  const file = join(folder, SEGMENT);
  const whole = readFileSync(file);
  truncateSync(file, whole.length - 10);
  using archive = openArchive(folder);
  expect(archive.remarks.join()).toContain('set aside an incomplete last line');
  const [kept] = readdirSync(join(folder, 'torn'));
  const tail = readFileSync(join(folder, 'torn', kept ?? ''));
  expect(Buffer.concat([readFileSync(file), tail])).toEqual(whole.subarray(0, -10));
});

test('cut at any byte, an unfinished pack leaves the episodes whose blobs are whole, and the rest can be added again', () => {
  const whole = readFileSync(join(finished, PACK));
  const ends = [...whole.entries()].filter(([at]) => whole.indexOf('MBK1', at) === at).map(([at]) => at);
  for (let cut = 0; cut <= whole.length; cut += 5) {
    const folder = copyOf(finished);
    rmSync(join(folder, 'manifest.json'));
    truncateSync(join(folder, PACK), cut);
    const kept = [...ends.slice(1), whole.length].filter((end) => end <= cut).length;
    {
      using archive = openArchive(folder);
      expect(archive.size, `cut at ${cut}`).toBe(kept);
    }
    fill(folder, [1, 2, 3]);
    const check = verifyArchive(folder);
    expect([check.damaged, check.episodes, check.root], `cut at ${cut}`).toEqual([[], 3, rootOfFinished()]);
    rmSync(folder, { recursive: true });
  }
});

function rootOfFinished(): string {
  using archive = readArchive(finished);
  return archive.root();
}

test('reading takes no lock, mends nothing, and passes over a torn tail', () => {
  const folder = copyOf(finished);
  rmSync(join(folder, 'manifest.json'));
  const file = join(folder, SEGMENT);
  truncateSync(file, readFileSync(file).length - 10);
  const before = readFileSync(file);
  using archive = readArchive(folder);
  expect(archive.size).toBe(2);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  expect(readFileSync(file)).toEqual(before);
  expect(() => archive.put(sampleEpisode(7))).toThrow(expect.objectContaining({ code: 'archive-read-only' }));
});

test('episodes past the last checkpoint whose blobs did not reach the disk are set aside', () => {
  const folder = copyOf(finished);
  rmSync(join(folder, 'manifest.json'));
  truncateSync(join(folder, PACK), secondBlock());
  using archive = openArchive(folder);
  expect(archive.size).toBe(1);
  expect(archive.remarks.join()).toContain('blobs did not reach the disk');
  const data = archive.putBlob(withBlob(2).text);
  expect(archive.put(sampleEpisode(2, { submission: { data } }))).toBe('added');
  expect(Buffer.from(archive.blob(data)).toString()).toBe(withBlob(2).text);
});

test('a closed archive that is shorter than its manifest says is refused', () => {
  const folder = copyOf(finished);
  const file = join(folder, SEGMENT);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${lines[0]}\n${lines[1]}\n`);
  expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'archive-corrupt' }));
  rmSync(file);
  expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'archive-corrupt' }));
});

verifies('archive.flipped-bit.refused', () => {
  const segment = readFileSync(join(finished, SEGMENT));
  const first = segment.indexOf(10);
  for (let at = 0; at < segment.length; at += 1) {
    const bytes = Buffer.from(segment);
    bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
    writeFileSync(join(finished, SEGMENT), bytes);
    const seen = caught(() => readArchive(finished).close());
    expect(seen, `byte ${at}`).toMatchObject({ code: 'archive-corrupt' });
    expect(seen?.message).toContain('001.jsonl');
    if (at < first) expect(seen?.message).toContain('line 1');
  }
  writeFileSync(join(finished, SEGMENT), segment);
  const manifest = readFileSync(join(finished, 'manifest.json'));
  for (let at = 0; at < manifest.length; at += 1) {
    const bytes = Buffer.from(manifest);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(join(finished, 'manifest.json'), bytes);
    const seen = caught(() => readArchive(finished).close());
    expect(seen, `manifest byte ${at}`).toMatchObject({
      code: expect.stringMatching(/archive-corrupt|unsupported/),
    });
  }
  writeFileSync(join(finished, 'manifest.json'), manifest);
  const digest = sha256(withBlob(2).text);
  const pack = readFileSync(join(finished, PACK));
  for (let at = secondBlock(); at < secondBlock() + 20; at += 1) {
    const bytes = Buffer.from(pack);
    bytes[at] = (bytes[at] as number) ^ 4;
    writeFileSync(join(finished, PACK), bytes);
    using archive = readArchive(finished);
    expect(
      caught(() => archive.blob(digest)),
      `pack byte ${at}`,
    ).toMatchObject({
      code: 'archive-corrupt',
      place: { record: digest },
    });
    expect(Buffer.from(archive.blob(sha256(withBlob(3).text))).toString()).toBe(withBlob(3).text);
  }
  writeFileSync(join(finished, PACK), pack);
});

function caught(action: () => void): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

verifies('archive.lock.one-writer', () => {
  const folder = copyOf(finished);
  {
    using _first = openArchive(folder);
    expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'archive-locked' }));
    using reader = readArchive(folder);
    expect(reader.size).toBe(3);
  }
  const lock = join(folder, 'lock');
  expect(existsSync(lock)).toBe(false);
  const holder = { pid: process.pid, host: hostname(), started: 'a time before this boot' };
  for (const stale of [JSON.stringify(holder), '']) {
    writeFileSync(lock, stale);
    using past = openArchive(folder);
    expect(past.size).toBe(3);
  }
  for (const alien of [JSON.stringify({ ...holder, host: 'another-host' }), 'not ours']) {
    writeFileSync(lock, alien);
    expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'archive-locked' }));
  }
});

verifies('archive.timing.outside-digests', () => {
  const folder = copyOf(finished);
  const texts = [
    readFileSync(join(folder, SEGMENT), 'utf8'),
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
    expect(text).not.toContain(hostname());
  }
  const timing = JSON.parse(readFileSync(join(folder, 'timing.json'), 'utf8')) as {
    sessions: { added: number }[];
  };
  expect(timing.sessions).toMatchObject([{ added: 3, host: hostname() }]);
  using before = readArchive(folder);
  rmSync(join(folder, 'timing.json'));
  using after = openArchive(folder);
  expect(after.root()).toBe(before.root());
});

const sealed = (recordText: string): string => {
  const line = { recordText, recordDigest: sha256(recordText) };
  return `${writeLine(chainStart('001'), line).text}\n`;
};

property.prop([
  fc.constantFrom('segments/001.jsonl', 'manifest.json', 'timing.json', 'lock'),
  fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .dictionary(fc.constantFrom('id', 'coordinates', 'format', 'state'), fc.jsonValue())
      .map((record) => new TextEncoder().encode(sealed(JSON.stringify({ ...sampleEpisode(1), ...record })))),
  ),
])(
  'an archive with a hostile file in it opens or is refused with a code, and nothing else happens',
  (name, bytes) => {
    const folder = fresh();
    mkdirSync(join(folder, 'segments'), { recursive: true });
    writeFileSync(join(folder, 'segments', '001.jsonl'), '');
    writeFileSync(join(folder, name), bytes);
    for (const open of [readArchive, openArchive]) {
      try {
        using archive = open(folder);
        expect([...archive.records()].length).toBe(archive.size);
      } catch (error) {
        expect(error).toBeInstanceOf(MeasurandError);
      }
    }
    rmSync(folder, { recursive: true });
  },
);

test('a record that is no episode is refused even when its chain is sound', () => {
  const folder = fresh();
  mkdirSync(join(folder, 'segments'), { recursive: true });
  const write = (text: string): void => writeFileSync(join(folder, 'segments', '001.jsonl'), sealed(text));
  const refused = (code: string): void => {
    expect(() => readArchive(folder)).toThrow(expect.objectContaining({ code }));
  };
  write(JSON.stringify({ ...sampleEpisode(1), coordinates: 5 }));
  refused('archive-corrupt');
  write('{"a":}');
  refused('archive-corrupt');
  write(JSON.stringify({ ...sampleEpisode(1), format: 'measurand.episode/2' }));
  refused('unsupported-format');
  write(JSON.stringify({ ...sampleEpisode(1), id: sampleEpisode(2).id }));
  refused('archive-corrupt');
});

test('a folder with other files in it is not taken over', () => {
  const folder = fresh();
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.tex'), '');
  expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'not-an-archive' }));
  expect(() => readArchive(folder)).toThrow(expect.objectContaining({ code: 'not-an-archive' }));
  expect(readdirSync(folder)).toEqual(['thesis.tex']);
});

test('what another writer that begins an archive has just written aside is no other file', () => {
  const folder = fresh();
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.json.4711'), '');
  using archive = openArchive(folder, { writers: 'many' });
  expect(archive.put(sampleEpisode(1))).toBe('added');
});

test('swapped segments are refused, since a chain starts from the name of its segment', () => {
  const folder = copyOf(finished);
  fill(folder, [4]);
  const [one, two] = ['001.jsonl', '002.jsonl'].map((name) => join(folder, 'segments', name));
  copyFileSync(one as string, `${one}.aside`);
  copyFileSync(two as string, one as string);
  copyFileSync(`${one}.aside`, two as string);
  rmSync(`${one}.aside`);
  rmSync(join(folder, 'manifest.json'));
  expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'archive-corrupt' }));
});

test('an archive of a later format is left to a later Measurand', () => {
  const folder = copyOf(finished);
  writeFileSync(join(folder, 'manifest.json'), '{"format":"measurand.archive/2"}');
  expect(() => openArchive(folder)).toThrow(expect.objectContaining({ code: 'unsupported-format' }));
});

test('a system that refuses to write is reported as a fault of the apparatus', () => {
  const file = join(scratch, 'a-file');
  writeFileSync(file, '');
  expect(() => openArchive(join(file, 'below'))).toThrow(
    expect.objectContaining({ code: 'archive-write', kind: 'apparatus' }),
  );
});

test('an archive that has been closed refuses to be read', () => {
  const archive = readArchive(finished);
  const [record] = [...archive.records()];
  archive.close();
  expect(() => archive.get(record?.id ?? '')).toThrow(TypeError);
});
