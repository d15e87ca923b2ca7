import { basename } from 'node:path';
import type { Proposal } from '../../audit/propose/proposal.ts';
import type { EpisodeEvent, Model } from '../../core/contracts/index.ts';
import type { Variables } from '../../models/providers/endpoint.ts';
import { LiveModels } from '../../study/live-models.ts';

/** Whom a proposal is asked of, and whether the answers are recorded or taken from a recording. */
export interface AskerOptions {
  /** An id as `measurand run` takes it. */
  readonly model: string;
  /** Record every answer here; an existing recording is continued. */
  readonly record?: string;
  /** Take every answer from here, and ask nobody. */
  readonly replay?: string;
  /** Tokens that one answer may hold. @default 4096 */
  readonly tokens?: number;
  /** Where addresses and keys of providers come from. @default process.env */
  readonly environment?: Variables;
  /** Told of every wait for a provider. */
  readonly onWait?: (what: string) => void;
}

export const ANSWER_TOKENS = 4096;

/** The models that proposals are asked of in one run. */
export class Asker implements Disposable {
  readonly #models: LiveModels;
  readonly #options: AskerOptions;

  /** @throws MeasurandError what recordings and models refuse */
  constructor(options: AskerOptions) {
    const { record, replay, environment } = options;
    this.#options = options;
    this.#models = new LiveModels({
      ...(record === undefined ? {} : { record }),
      ...(replay === undefined ? {} : { replay }),
      ...(environment === undefined ? {} : { environment }),
    });
  }

  get tokens(): number {
    return this.#options.tokens ?? ANSWER_TOKENS;
  }

  get origin(): Proposal['origin'] {
    const { record, replay } = this.#options;
    const file = replay ?? record;
    return {
      answers: replay === undefined ? 'asked' : 'recording',
      recording: file === undefined ? null : basename(file),
    };
  }

  /**
   * A model for one question. A recording tells questions apart by what they are about, as it does episodes.
   *
   * @param about which layer asks
   * @param digest of the material
   * @param run number of the repetition, from 0
   */
  model(about: string, digest: string, run = 0, id = this.#options.model): Model {
    const coordinates = {
      suite: 'propose',
      profile: about,
      task: digest,
      seed: run,
      model: id,
      scaffold: 'none',
      protocol: 'single',
      arm: '',
      settings: {},
    } as const;
    const record = (event: EpisodeEvent): void => {
      if (event.type !== 'apparatus') return;
      this.#options.onWait?.(`${id}: ${event.code}, asked again after ${event.seconds} s`);
    };
    return this.#models.model(id, { coordinates, recorder: { record } });
  }

  [Symbol.dispose](): void {
    this.#models[Symbol.dispose]();
  }
}
