import { scaffoldOf } from '../src/scaffolds/native/as-scaffold/native-scaffold.ts';
import { checkIsolation } from '../src/scaffolds/native/process/isolation.ts';
import { referenceHarness } from '../src/scaffolds/native/reference/adapter.ts';
import { foundReference } from '../src/scaffolds/native/reference/start.ts';
import { BUILT_IN } from '../src/study/registries.ts';
import { type EpisodeResult, runEpisode } from '../src/study/run-episode.ts';
import { taskNamed } from '../src/tasks/registry.ts';

const TURN_MS = 60_000;

/** Where an episode under the reference harness stands, and what is wrong with the harness. */
export interface ReferenceEpisode {
  readonly task: string;
  readonly model: string;
  /** One of the faults that can be planted in the reference harness. @default none */
  readonly fault?: string;
  /** @default none */
  readonly window?: number;
  readonly signal?: AbortSignal;
}

/** Runs one episode under the reference harness, as `measurand run` would under another. */
export function referenceEpisode(episode: ReferenceEpisode): Promise<EpisodeResult> {
  const { fault, window, model, signal } = episode;
  const scaffold = scaffoldOf(
    { id: 'reference@1.0.0', title: 'Reference harness' },
    async () => ({
      adapter: referenceHarness(fault),
      found: foundReference(),
      isolation: await checkIsolation(),
    }),
    { ownTools: false, turnMs: TURN_MS },
  );
  const { suite, profile, id, settings } = taskNamed('repaired', episode.task, {});
  const limits = {
    ...scaffold.limits,
    ...(window === undefined ? {} : { observationCharacters: window }),
  };
  return runEpisode(
    {
      ...{ suite, profile, task: id, seed: 1, model, scaffold: scaffold.id, protocol: 'single', arm: '' },
      settings: { ...settings, limits },
    },
    {
      scorers: ['truth'],
      keepTraces: true,
      registries: { ...BUILT_IN, scaffold: () => scaffold },
      ...(signal ? { signal } : {}),
    },
  );
}
