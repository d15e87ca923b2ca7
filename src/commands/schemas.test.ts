import { existsSync, readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import { EpisodeRecordSchema } from '../core/schemas/episode.ts';
import { jsonSchemaOf, PUBLISHED_SCHEMAS, schemaFile } from './schemas.ts';

const DIGEST = 'a'.repeat(64);

const RECORD: EpisodeRecord = {
  format: 'measurand.episode/1',
  id: DIGEST,
  coordinates: {
    suite: 'comtrade',
    profile: 'repaired',
    task: 'T1_single_page',
    seed: 3,
    model: 'perfect',
    scaffold: 'l2',
    protocol: 'single',
    arm: '',
    settings: { rows: 800, deep: { list: [null, true, 'x', 1.5] } },
  },
  state: 'scored',
  stop: 'submitted',
  scores: [{ scorer: 'truth', value: 1, parts: { precision: 1 }, notes: [] }],
  decisions: [{ decision: 'retry', owner: 'model', choice: 'retry', count: 2 }],
  counts: {
    requests: 2,
    served: 1,
    faults: 1,
    rejected: 0,
    refused: 0,
    modelTurns: 4,
    shownCharacters: 100,
    cutCharacters: 0,
    waitSeconds: 0.5,
  },
  faultsSeen: ['rate_limit'],
  submission: { data: DIGEST },
  payload: { data: DIGEST, metadata: DIGEST, log: DIGEST },
  trace: DIGEST,
};

const published = (name: string): ((value: unknown) => boolean) => {
  const entry = PUBLISHED_SCHEMAS.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`No schema ${name}`);
  const validate = new AjvJsonSchemaValidator().getValidator(jsonSchemaOf(entry) as Record<string, unknown>);
  return (value) => validate(value).valid;
};

const isPublishedEpisode = published('episode');

/** Every place in a value, as a path of keys. */
function places(value: JsonValue, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    places(item as JsonValue, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** The value with one place replaced, or taken out when there is nothing to put there. */
function altered(
  value: JsonValue,
  path: readonly (string | number)[],
  put: JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return put ?? null;
  const copy = structuredClone(value) as Record<string | number, JsonValue>;
  const next = rest.length === 0 ? put : altered(copy[key] as JsonValue, rest, put);
  if (next !== undefined) copy[key] = next;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

const json = fc.jsonValue().map((value) => (Object.is(value, -0) ? 0 : value) as JsonValue);

test.prop([fc.constantFrom(...places(RECORD as unknown as JsonValue)), fc.option(json, { nil: undefined })])(
  'the published schema of an episode record accepts and refuses what the code does, whatever is changed in one',
  (path, put) => {
    const value = altered(RECORD as unknown as JsonValue, path, put);
    expect(isPublishedEpisode(value)).toBe(EpisodeRecordSchema.safeParse(value).success);
  },
);

test('the schema of an episode record refuses what is no record of ours', () => {
  expect(EpisodeRecordSchema.parse(RECORD)).toEqual(RECORD);
  const { trace: _, ...without } = RECORD;
  expect(EpisodeRecordSchema.safeParse(without).success).toBe(true);
  for (const wrong of [
    { ...RECORD, extra: 1 },
    { ...RECORD, id: DIGEST.toUpperCase() },
    { ...RECORD, state: 'passed' },
    { ...RECORD, format: 'measurand.episode/2' },
    { ...RECORD, counts: { ...RECORD.counts, requests: Number.NaN } },
    { ...RECORD, coordinates: { ...RECORD.coordinates, seed: -1 } },
  ]) {
    expect(EpisodeRecordSchema.safeParse(wrong).success).toBe(false);
  }
});

verifies('formats.schemas.published', () => {
  expect(PUBLISHED_SCHEMAS.length).toBeGreaterThan(3);
  for (const entry of PUBLISHED_SCHEMAS) {
    const file = new URL(`../../schemas/${schemaFile(entry)}`, import.meta.url);
    expect([schemaFile(entry), existsSync(file)]).toEqual([schemaFile(entry), true]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(jsonSchemaOf(entry));
  }
});

test('every published schema names its dialect, its version and the format that its files state', () => {
  for (const entry of PUBLISHED_SCHEMAS) {
    const schema = jsonSchemaOf(entry);
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['$id']).toBe(`urn:measurand:${entry.name}:${entry.version}`);
    const format = isJsonObject(schema['properties']) ? schema['properties']['format'] : undefined;
    if (isJsonObject(format)) expect(format['const']).toBe(`measurand.${entry.name}/${entry.version}`);
  }
});
