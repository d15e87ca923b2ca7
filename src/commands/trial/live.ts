import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Variables } from '../../models/providers/endpoint.ts';
import { type LiveSource, liveModel, replayedLive } from '../../trials/live/live-model.ts';

/** A live model in place of the scripts of trials. */
export interface LiveSettings {
  /** `openai:…`, `anthropic:…`, `google:…`, `compatible:ENDPOINT/…` or `local:PATH`. */
  readonly model: string;
  /** Base URL in place of the one that the environment or the provider has. */
  readonly baseUrl?: string;
  /** Folder in which what went over the boundary of each run is kept, to be played again. */
  readonly record?: string;
  /** Folder of such recordings: every answer comes from there, and nobody is asked. */
  readonly replay?: string;
  /** Where addresses and keys of providers come from. @default process.env */
  readonly environment?: Variables;
}

/** Where in a folder of recordings a run stands, whichever attempt at it held. */
export function recordingFolder(folder: string, coordinates: EpisodeCoordinates): string {
  const { task, seed } = coordinates;
  return join(folder, `${task}-${seed}-${episodeId({ ...coordinates, arm: '' }).slice(0, 16)}`);
}

/** Where the answers of each live run come from, and where they are kept. */
export class LiveSources {
  readonly #settings: LiveSettings;
  readonly #source: LiveSource | undefined;

  /** @throws MeasurandError `invalid-usage`, and what {@link liveModel} refuses */
  constructor(settings: LiveSettings) {
    const { record, replay, model, baseUrl, environment = process.env } = settings;
    if (record !== undefined && replay !== undefined) {
      throw new MeasurandError('invalid-usage', 'A run is recorded or replayed, not both', {
        next: 'Leave --record or --replay away',
      });
    }
    this.#settings = settings;
    if (replay !== undefined) return;
    this.#source = liveModel(model, { environment, ...(baseUrl === undefined ? {} : { baseUrl }) });
  }

  get model(): string {
    return this.#settings.model;
  }

  /** @throws MeasurandError `not-recorded`, and what reading a recording refuses */
  async of(coordinates: EpisodeCoordinates): Promise<LiveSource> {
    const { replay, model } = this.#settings;
    if (this.#source) return this.#source;
    const folder = recordingFolder(replay ?? '', coordinates);
    if (existsSync(folder)) return replayedLive(model, folder);
    const { task, scaffold, seed } = coordinates;
    const what = `${model} under ${scaffold} in ${task}, seed ${seed}, was never recorded`;
    throw new MeasurandError('not-recorded', what, { file: folder, next: 'Record it with --record' });
  }

  /** Keeps what went over the boundary of a run that held. */
  keep(coordinates: EpisodeCoordinates, boundary: string): void {
    const { record } = this.#settings;
    if (record === undefined) return;
    const folder = recordingFolder(record, coordinates);
    mkdirSync(record, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    cpSync(boundary, folder, { recursive: true });
  }
}
