import type { EpisodeCoordinates, Model, Recorder, Scaffold, Scorer, Task } from '../core/contracts/index.ts';
import { modelNamed } from '../models/registry.ts';
import { scaffoldNamed } from '../scaffolds/registry.ts';
import { scorerNamed } from '../scorers/registry.ts';
import { taskFor } from '../tasks/registry.ts';

/** The episode that a model decides in. */
export interface EpisodeContext {
  readonly coordinates: EpisodeCoordinates;
  readonly recorder: Recorder;
}

/** How names in coordinates become parts. Each throws a coded error for a name that it does not know. */
export interface Registries {
  task(coordinates: EpisodeCoordinates): Task;
  /** @param episode absent when the model is only looked up, as when a plan is checked */
  model(id: string, episode?: EpisodeContext): Model;
  scaffold(id: string): Scaffold;
  scorer(id: string): Scorer;
}

/** Everything that ships with Measurand. */
export const BUILT_IN: Registries = {
  task: taskFor,
  model: modelNamed,
  scaffold: scaffoldNamed,
  scorer: scorerNamed,
};
