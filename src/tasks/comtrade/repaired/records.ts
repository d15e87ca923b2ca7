import { Random } from '../../../core/random.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { type ComtradeRecord, generateRecords, releaseSeedText } from '../records.ts';

/** The text from which everything in one (task, seed) derives: the release's, with the seed that it leaves out. */
export function repairedSeedText(definition: ComtradeDefinition, seed: number): string {
  return `${releaseSeedText(definition)}:${seed}`;
}

/**
 * The canonical records of a (task, seed), in index order: the release's generator on a seeded stream, and identifiers
 * that end in four seeded hexadecimal digits, so that they can be learnt from the service only.
 */
export function repairedRecords(definition: ComtradeDefinition, seed: number): ComtradeRecord[] {
  const text = repairedSeedText(definition, seed);
  const marks = new Random(`${text}:marks`);
  return generateRecords(definition, new Random(text)).map((record) => ({
    ...record,
    record_id: `${record.record_id}-${marks.below(0x10000).toString(16).padStart(4, '0')}`,
  }));
}
