import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { EpisodeCoordinates } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { GridSpec } from './grid.ts';
import type { Exclusion } from './ledger.ts';
import { parseSeeds } from './seeds.ts';

const Names = z.array(z.string().min(1)).min(1);
const Limit = z.int().positive();

const ExclusionRule = z.strictObject({
  /** Why, as it will stand in the record. */
  reason: z.string().min(1),
  task: z.string().exactOptional(),
  model: z.string().exactOptional(),
  scaffold: z.string().exactOptional(),
  seed: z.int().nonnegative().exactOptional(),
});

/** A grid of one's own, as people write it. What is left out is the default of `measurand run grid`. */
export const StudyFile = z.strictObject({
  format: z.literal('measurand.study/1'),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'an id has lower-case letters, digits and hyphens'),
  title: z.string().min(1),
  profile: z.string().exactOptional(),
  tasks: Names.exactOptional(),
  seeds: z.union([z.string(), z.array(z.int().nonnegative()).min(1)]).exactOptional(),
  models: Names.exactOptional(),
  scaffolds: Names.exactOptional(),
  protocol: z.enum(['single', 'chunked', 'by-id']).exactOptional(),
  stressors: z.array(z.string()).exactOptional(),
  limits: z
    .strictObject({
      steps: Limit.exactOptional(),
      outputTokens: Limit.exactOptional(),
      observationCharacters: Limit.exactOptional(),
    })
    .exactOptional(),
  scorers: Names.exactOptional(),
  /** Episodes that are planned and not run. A rule applies where everything that it names agrees. */
  exclude: z.array(ExclusionRule).exactOptional(),
});
export type StudyFile = z.infer<typeof StudyFile>;

const MOST_BYTES = 16 * 1024 * 1024;

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  throw new MeasurandError('too-large', `holds more than ${MOST_BYTES} bytes`, { file });
}

/** @throws MeasurandError `unreadable`, `too-large`, `not-json`, `invalid-study` naming the first field that is wrong */
export function readStudyFile(file: string): StudyFile {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MeasurandError('not-json', `is not JSON: ${(cause as Error).message}`, { file, cause });
  }
  const read = StudyFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MeasurandError('invalid-study', issue?.message ?? 'is no study', {
    file,
    field: issue?.path.join('.') || 'the whole file',
    next: 'See docs/archive.md for a study that works',
  });
}

/** What a study file says of the grid, over the defaults. @throws MeasurandError `invalid-seed` */
export function gridOf(study: StudyFile, defaults: GridSpec): GridSpec {
  const { profile, tasks, seeds, models, scaffolds, protocol, stressors, limits } = study;
  return {
    profile: profile ?? defaults.profile,
    tasks: tasks ?? defaults.tasks,
    seeds: seeds === undefined ? defaults.seeds : typeof seeds === 'string' ? parseSeeds(seeds) : seeds,
    models: models ?? defaults.models,
    scaffolds: scaffolds ?? defaults.scaffolds,
    protocol: protocol ?? defaults.protocol,
    stressors: stressors ?? defaults.stressors,
    ...(limits === undefined ? {} : { limits }),
  };
}

/**
 * The declared exclusions. A rule that names nothing, or that no planned episode meets, is refused: it would only look
 * as if it had been applied.
 *
 * @throws MeasurandError `inert-exclusion`
 */
export function exclusionsOf(
  { exclude = [] }: StudyFile,
  planned: readonly EpisodeCoordinates[],
): readonly Exclusion[] {
  return exclude.map(({ reason, ...named }, index) => {
    const wanted = Object.entries(named) as [keyof EpisodeCoordinates, unknown][];
    const applies = (cell: EpisodeCoordinates): boolean =>
      wanted.every(([field, value]) => cell[field] === value);
    if (wanted.length === 0 || !planned.some(applies)) {
      throw new MeasurandError('inert-exclusion', 'The rule excludes no planned episode in particular', {
        field: `exclude.${index}`,
        next: 'Name a task, model, scaffold or seed of the grid',
      });
    }
    return { reason, applies };
  });
}
