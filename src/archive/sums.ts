import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { byCodePoint } from '../core/canonical.ts';
import type { OnDamage } from './damage.ts';

/** In the form that `sha256sum -c` reads. */
export const SUMS_FILE = 'SHA256SUMS';

const CHUNK = 1 << 20;
const LINE = /^([0-9a-f]{64}) {2}([\w.-]+(?:\/[\w.-]+)*)$/;
/** No file that is listed lies outside the folder. */
const isInside = (name: string): boolean => !name.split('/').includes('..');

function fileDigest(file: string): string {
  const fd = openSync(file, 'r');
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  try {
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk))
      hash.update(chunk.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(fd);
  }
}

/** Lists every file below the folder with its digest, ordered by name. */
export function writeSums(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== SUMS_FILE && statSync(join(folder, name)).isFile())
    .map((name) => name.split(sep).join('/'))
    .sort(byCodePoint);
  const lines = names.map((name) => `${fileDigest(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, SUMS_FILE), lines.join(''));
}

/** Holds every listed file to its digest; a folder without a list has nothing to hold. */
export function checkSums(folder: string, onDamage: OnDamage): void {
  const list = join(folder, SUMS_FILE);
  if (!existsSync(list)) return;
  const text = readFileSync(list, 'utf8');
  if (!text.endsWith('\n')) onDamage({ file: SUMS_FILE, what: 'its last line is not ended' });
  for (const [at, line] of text.split('\n').slice(0, -1).entries()) {
    const [, digest, name = ''] = LINE.exec(line) ?? [];
    if (digest === undefined || !isInside(name)) {
      onDamage({ file: SUMS_FILE, line: at + 1, what: 'the line names no digest and file' });
    } else if (!existsSync(join(folder, name))) onDamage({ file: name, what: 'the file is missing' });
    else if (fileDigest(join(folder, name)) !== digest) {
      onDamage({ file: name, what: `it does not have the digest that line ${at + 1} of ${SUMS_FILE} says` });
    }
  }
}
