import type { JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import { type CaseInput, UnsupportedCase } from './statistics-input.ts';

const MOST_DRAWS = 10_000_000;

function drawing<T>(count: number, draw: () => T): T[] {
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_DRAWS) {
    throw new UnsupportedCase(`${count} draws are not a whole number from 0 to ${MOST_DRAWS}`);
  }
  return Array.from({ length: count }, draw);
}

/** The specification draws at most 32 bits for a bounded integer. */
function boundOf(bound: number): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > 0xffffffff) {
    throw new UnsupportedCase(`the bound ${bound} is not a whole number from 1 to 2^32 - 1`);
  }
  return bound;
}

/** Three lists of draws, each from the seed anew. */
export function generatorDraws(input: CaseInput): JsonValue {
  const seed = input.seed();
  const bound = boundOf(input.number('bound'));
  const [doubles, bounded, words] = [new Random(seed), new Random(seed), new Random(seed)];
  return {
    random: drawing(input.number('n_random'), () => doubles.random()),
    randbelow: drawing(input.number('n_randbelow'), () => bounded.below(bound)),
    u32: drawing(input.number('n_u32'), () => words.u32()),
  };
}

/** Bounded draws from one stream, some for each bound in turn. */
export function generatorSequence(input: CaseInput): JsonValue {
  const random = new Random(input.seed());
  const perBound = input.number('per_bound');
  return input
    .numbers('bounds')
    .map((bound) => [bound, drawing(perBound, () => random.below(boundOf(bound)))]);
}
