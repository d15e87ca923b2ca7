import type { Model } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { isLive, namedModel } from '../models/named-model.ts';
import { describeModel } from '../models/providers/describe.ts';
import type { Variables } from '../models/providers/endpoint.ts';
import { isProviderId } from '../models/providers/model-id.ts';
import { recordedModel } from '../models/recording/record.ts';
import { type Recording, readRecording } from '../models/recording/recording.ts';
import { replayedModel } from '../models/recording/replay.ts';
import { RecordingWriter } from '../models/recording/writer.ts';
import { noSleep, type PatienceLimits, patient, type Sleep, sleep } from './patience.ts';
import { gated, ProviderGate } from './provider-gate.ts';
import type { EpisodeContext } from './registries.ts';

/** Requests at once to one provider, unless said otherwise. */
export const IN_FLIGHT = 4;

export interface LiveModelsOptions {
  /** Where addresses and keys of providers come from. @default process.env */
  readonly environment?: Variables;
  /** Record every decision of every model here; an existing recording is continued. */
  readonly record?: string;
  /** Take every decision of the recorded models from here. Coordinates, and so episode ids, stay as they are. */
  readonly replay?: string;
  /** Requests at once to one provider. @default 4 */
  readonly inFlight?: number;
  /** Put around the model of a provider where a request leaves, as to keep to a rate. @default nothing */
  readonly pace?: (model: Model) => Model;
  readonly patience?: PatienceLimits;
  /** @default really, and not at all in a replay */
  readonly sleep?: Sleep;
}

/**
 * The models of one run. It puts around each what a run owes it: room at its provider, a record or a replay of what it
 * decides, and patience with its provider, in this order from within.
 */
export class LiveModels implements Disposable {
  readonly #options: LiveModelsOptions;
  readonly #gate: ProviderGate;
  readonly #writer: RecordingWriter | undefined;
  readonly #recording: Recording | undefined;

  /** @throws MeasurandError `invalid-usage`, and what reading or continuing a recording refuses */
  constructor(options: LiveModelsOptions = {}) {
    if (options.record !== undefined && options.replay !== undefined) {
      throw new MeasurandError('invalid-usage', 'A run is recorded or replayed, not both', {
        next: 'Leave --record or --replay away',
      });
    }
    this.#options = options;
    this.#gate = new ProviderGate(options.inFlight ?? IN_FLIGHT);
    this.#recording = options.replay === undefined ? undefined : readRecording(options.replay);
    this.#writer = options.record === undefined ? undefined : new RecordingWriter(options.record);
  }

  /** What opening the recording found and mended. */
  get remarks(): readonly string[] {
    return this.#writer?.remarks ?? [];
  }

  /** @param episode without it the model is only looked up, as when a plan is checked */
  model(id: string, episode?: EpisodeContext): Model {
    if (this.#recording) return this.#replayed(this.#recording, id, episode);
    const { environment = process.env } = this.#options;
    if (!episode) return namedModel(id, { environment });
    const { coordinates } = episode;
    const attempt = this.#writer?.open(coordinates, namedModel(id, { environment, coordinates }));
    const model = attempt
      ? recordedModel(
          (boundary) => this.#gated(namedModel(id, { environment, boundary, coordinates })),
          attempt,
        )
      : this.#gated(namedModel(id, { environment, coordinates }));
    return isLive(id) ? this.#patient(model, episode) : model;
  }

  #replayed(recording: Recording, id: string, episode: EpisodeContext | undefined): Model {
    const recorded = recording.models.includes(id);
    if (!recorded && isLive(id)) {
      throw new MeasurandError('not-recorded', `${id} is not in the recording`, {
        file: recording.file,
        field: 'model',
        next: `Choose from ${recording.models.join(', ') || 'another recording'}`,
      });
    }
    if (!recorded) return namedModel(id, episode && { coordinates: episode.coordinates });
    if (episode) return this.#patient(replayedModel(recording, episode.coordinates), episode);
    // Policies are refused outside L1 by their kind, in a replay as in the run.
    return isLive(id) ? { id, kind: 'replay', decide: lookedUpOnly } : namedModel(id);
  }

  #gated(model: Model): Model {
    if (!isProviderId(model.id)) return model;
    const { pace = (unpaced: Model) => unpaced } = this.#options;
    return gated(pace(model), this.#gate, describeModel(model.id).variables.address);
  }

  #patient(model: Model, { recorder }: EpisodeContext): Model {
    const { patience, ...options } = this.#options;
    const rest = options.sleep ?? (this.#recording ? noSleep : sleep);
    return patient(model, { recorder, sleep: rest, ...(patience === undefined ? {} : { limits: patience }) });
  }

  [Symbol.dispose](): void {
    this.#writer?.[Symbol.dispose]();
  }
}

function lookedUpOnly(): Promise<never> {
  return Promise.reject(new TypeError('The model was looked up outside an episode'));
}
