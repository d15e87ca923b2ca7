import type { EpisodeCoordinates, SubmissionProtocol } from '../../src/core/contracts/index.ts';
import { MeasurandError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { modelNamed } from '../../src/models/registry.ts';
import { scaffoldNamed } from '../../src/scaffolds/registry.ts';
import type { Registries } from '../../src/study/registries.ts';
import { taskFor, taskNamed } from '../../src/tasks/registry.ts';
import { plainTruth } from './scorers.ts';

export interface SampleCell {
  readonly profile?: string;
  readonly task?: string;
  readonly seed?: number;
  readonly model?: string;
  readonly scaffold?: string;
  readonly protocol?: SubmissionProtocol;
  readonly settings?: JsonObject;
  readonly limits?: JsonObject;
}

/** Coordinates of one episode: perfect at L2 on the repaired T3, seed 0, unless said otherwise. */
export function sampleCell(cell: SampleCell = {}): EpisodeCoordinates {
  const { profile = 'repaired', task = 'T3_duplicates', limits } = cell;
  const { settings } = taskNamed(profile, task, cell.settings);
  return {
    suite: 'comtrade',
    profile,
    task,
    seed: cell.seed ?? 0,
    model: cell.model ?? 'perfect',
    scaffold: cell.scaffold ?? 'l2',
    protocol: cell.protocol ?? 'single',
    arm: '',
    settings: limits ? { ...settings, limits } : settings,
  };
}

/** What ships, with one plain scorer in place of all others. */
export const SAMPLE_REGISTRIES: Registries = {
  task: taskFor,
  model: modelNamed,
  scaffold: scaffoldNamed,
  scorer(id) {
    if (id === plainTruth.id) return plainTruth;
    throw new MeasurandError('unknown-scorer', `There is no scorer ${id}`);
  },
};
