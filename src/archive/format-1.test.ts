import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { readArchive } from './folder.ts';
import { rootOf } from './root.ts';
import { verifyArchive } from './verify.ts';

/** Written once and never again: what a user's archive of this version looks like. */
const FIXTURE = join(import.meta.dirname, '../../test/fixtures/archive-1');
const ROOT = 'b80720f0209f23963bb0ae2f93a9c60836ee8c94fcc348c401b1363d5dd7c136';

verifies('archive.format.version-1', () => {
  expect(verifyArchive(FIXTURE)).toMatchObject({ root: ROOT, state: 'closed', episodes: 18, damaged: [] });
  using archive = readArchive(FIXTURE);
  const records = [...archive.records()];
  expect(rootOf(records)).toBe(ROOT);
  const one = records.find(({ coordinates: { seed, model } }) => seed === 2 && model === 'perfect');
  expect(one).toMatchObject({ format: 'measurand.episode/1', state: 'scored' });
  const data = Buffer.from(archive.blob(one?.submission?.['data.jsonl'] ?? '')).toString();
  expect(data.split('\n').map((line) => typeof JSON.parse(line))).toContain('object');
  expect(Buffer.from(archive.blob(one?.trace ?? '')).toString()).toContain('"type":"decision"');
});
