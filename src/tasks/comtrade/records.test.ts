import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { Random, stableSeed } from '../../core/random.ts';
import { COMTRADE_DEFINITIONS, comtradeDefinition } from './definitions.ts';
import { generateRecords, releaseSeedText } from './records.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/comtradebench/records.json', import.meta.url), 'utf8'),
);

verifies('comtrade.records.release-exact', () => {
  for (const [id, expected] of Object.entries<Record<string, never>>(vectors.tasks)) {
    const definition = comtradeDefinition(id);
    expect(releaseSeedText(definition)).toBe(expected['seed_text']);
    expect(stableSeed(releaseSeedText(definition))).toBe(expected['seed_uint32']);
    const records = generateRecords(definition, new Random(stableSeed(releaseSeedText(definition))));
    expect(records.slice(0, 2)).toEqual(expected['first_two']);
    const text = records.map((record) => canonicalJson(record as unknown as JsonValue)).join('\n');
    expect(sha256(text)).toBe(expected['sha256_by_seed']?.[0]);
  }
});

test('comtradeDefinition names the tasks there are when it knows none of that name', () => {
  expect(COMTRADE_DEFINITIONS).toHaveLength(11);
  expect(() => comtradeDefinition('T99')).toThrow(/T99.*Choose one of T1_single_page/);
});
