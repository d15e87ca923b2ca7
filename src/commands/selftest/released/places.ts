import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import type { FlatTables } from '../../bridge/flat-toml.ts';
import { TARGET_DEFINITIONS, type TargetDefinition } from '../../bridge/target-definitions.ts';

/** What the place of a target is called, by what it needs. */
const KEYS: Readonly<Record<TargetDefinition['needs'], string>> = {
  checkout: 'root',
  package: 'python',
  scorer: 'scorer',
};

function definitionAt(place: string): TargetDefinition | undefined {
  return TARGET_DEFINITIONS.find(
    ({ needs, marker }) => needs === 'checkout' && existsSync(join(place, marker)),
  );
}

function named(word: string): readonly [TargetDefinition, string] {
  const cut = word.indexOf('=');
  const name = word.slice(0, Math.max(0, cut));
  const place = word.slice(cut + 1);
  const definition =
    cut < 0 ? definitionAt(place) : TARGET_DEFINITIONS.find((candidate) => candidate.name === name);
  if (definition) return [definition, place];
  throw new MeasurandError('invalid-usage', `${JSON.stringify(word)} names no release`, {
    next: 'Write NAME=DIR, such as tau-bench=DIR; for bfcl the interpreter, for gaia FILE:FUNCTION',
  });
}

/**
 * Where releases are, from words such as `tau-bench=DIR`. A checkout alone is known by what only its benchmark has.
 *
 * @throws MeasurandError `invalid-usage`
 */
export function releasePlaces(words: readonly string[]): FlatTables {
  return Object.fromEntries(
    words.map((word) => {
      const [{ name, needs }, place] = named(word);
      return [name, { [KEYS[needs]]: place }];
    }),
  );
}
