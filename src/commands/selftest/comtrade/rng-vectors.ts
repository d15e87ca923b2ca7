import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { Random, stableSeed } from '../../../core/random.ts';
import type { VectorSuite } from '../vector-suite.ts';
import {
  type Difference,
  difference,
  firstDifference,
  integerAt,
  itemCases,
  listAt,
  NotUnderstood,
  objectAt,
  onlyKeys,
  textAt,
  unknownCases,
} from './expectation.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** A draw that a key of an `mt` entry names, from a freshly seeded generator. */
type Draw = (random: Random, sizes: readonly number[], count: number) => number[];

const DRAWS: readonly { readonly key: RegExp; readonly draw: Draw }[] = [
  {
    key: /^first_getrandbits(\d+)$/,
    draw: (random, [bits = 0], count) => range(count).map(() => random.u32() >>> (32 - bits)),
  },
  { key: /^random(\d+)$/, draw: (random, _, count) => range(count).map(() => random.random()) },
  {
    key: /^randrange_(\d+)_(\d+)_x(\d+)$/,
    draw: (random, [low = 0, high = 0], count) => range(count).map(() => low + random.below(high - low)),
  },
  {
    key: /^shuffle_range(\d+)$/,
    draw: (random, [length = 0]) => {
      const items = range(length);
      random.shuffle(items);
      return items;
    },
  },
  {
    key: /^choice_range(\d+)_x(\d+)$/,
    draw: (random, [length = 0], count) => range(count).map(() => random.choice(range(length))),
  },
];

function drawDifference(seed: number, key: string, value: JsonValue): Difference {
  const expected = listAt(value, key);
  for (const { key: pattern, draw } of DRAWS) {
    const match = pattern.exec(key);
    if (!match) continue;
    const sizes = match.slice(1).map(Number);
    if (pattern.source.includes('getrandbits') && !(Number(sizes[0]) >= 1 && Number(sizes[0]) <= 32)) break;
    return difference(draw(new Random(seed), sizes, expected.length), value, key);
  }
  throw new NotUnderstood(`there is no draw named ${key}`);
}

function generatorDifference(entry: JsonObject): Difference {
  const { seed, ...draws } = entry;
  const start = integerAt(seed, 'the seed');
  if (Object.keys(draws).length === 0) throw new NotUnderstood('an mt entry without a draw');
  return firstDifference(
    Object.entries(draws).map(
      ([key, value]) =>
        () =>
          drawDifference(start, key, value),
    ),
  );
}

function stableSeedDifference(entry: JsonObject): Difference {
  onlyKeys(entry, ['text', 'uint32'], 'a stable_seed entry');
  const expected = integerAt(entry['uint32'], 'uint32');
  return difference(stableSeed(textAt(entry['text'], 'text')), expected, 'stable seed');
}

/** The generator of the release: stable seeds of texts, and draws of the Mersenne Twister (reference §1). */
export const rngVectors: VectorSuite = {
  id: 'comtrade-rng',
  recognises: (document) =>
    isJsonObject(document) && Array.isArray(document['stable_seed']) && Array.isArray(document['mt']),
  cases(document) {
    const { about: _, stable_seed: seeds, mt, ...rest } = objectAt(document, 'the document');
    return [
      ...itemCases(seeds, stableSeedDifference, ({ text }) => `stable-seed-${JSON.stringify(text)}`),
      ...itemCases(mt, generatorDifference, ({ seed }) => `mt-${JSON.stringify(seed)}`),
      ...unknownCases(rest),
    ];
  },
};
