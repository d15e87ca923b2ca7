import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates, Model, ModelMove } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { ProviderError } from '../providers/errors.ts';
import type { RecordedEpisode, Recording, ReplayedExchange } from './recording.ts';
import { viewDigest } from './view-digest.ts';

const NEXT = 'Record it, or run with the settings of the recording';

function notRecorded(file: string, what: string, nearest: string): MeasurandError {
  return new MeasurandError('not-recorded', `${what}; nearest is ${nearest}`, {
    kind: 'apparatus',
    file,
    next: NEXT,
  });
}

const COMPARED = ['model', 'task', 'scaffold', 'seed', 'profile', 'protocol', 'arm'] as const;

/** The recorded episode that agrees in most coordinates, in words. */
function nearestEpisode({ episodes }: Recording, wanted: EpisodeCoordinates): string {
  let nearest = 'none: it holds no episode';
  let most = -1;
  for (const { coordinates } of episodes.values()) {
    const equal = COMPARED.filter((name) => coordinates[name] === wanted[name]).length;
    if (equal <= most) continue;
    most = equal;
    const { model, task, scaffold, seed } = coordinates;
    nearest = `${model} under ${scaffold} on ${task}, seed ${seed}`;
    if (equal === COMPARED.length) nearest += ', under other settings';
  }
  return nearest;
}

function answerOf({ move, error }: ReplayedExchange): ModelMove {
  if (move) return move;
  if (!error) throw new TypeError('An exchange holds a move or a failure');
  const { code, message, ...details } = error;
  throw new ProviderError(code, message, details);
}

/** Gives each exchange once; the same view twice gives its exchanges in order. */
class ReplayedEpisode implements Model {
  readonly kind = 'replay';
  readonly id: string;
  declare readonly holdsLimit?: true;
  readonly #file: string;
  readonly #exchanges: readonly ReplayedExchange[];
  readonly #given = new Set<number>();

  constructor(id: string, file: string, { exchanges, holdsLimit }: RecordedEpisode) {
    this.id = id;
    if (holdsLimit !== undefined) this.holdsLimit = holdsLimit;
    this.#file = file;
    this.#exchanges = exchanges;
  }

  decide(...[view, signal]: Parameters<Model['decide']>): Promise<ModelMove> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      const digest = viewDigest(view);
      const found = this.#exchanges.find(({ turn, view: seen }) => seen === digest && !this.#given.has(turn));
      if (!found) throw this.#missing(digest, view.messages.length);
      this.#given.add(found.turn);
      resolve(answerOf(found));
    });
  }

  #missing(digest: string, messages: number): MeasurandError {
    const next = this.#exchanges.find(({ turn }) => !this.#given.has(turn));
    const nearest = next
      ? `turn ${next.turn} with view ${next.view}`
      : `the end, after ${this.#exchanges.length} turns`;
    return notRecorded(
      this.#file,
      `${this.id} was never asked view ${digest} of ${messages} messages`,
      nearest,
    );
  }
}

/**
 * The model of one recorded episode: it decides as it did, failures included.
 *
 * @param id what the model is called in this run; the recorded one unless the recording is named as a model itself
 * @throws MeasurandError `not-recorded` when the episode is not in the recording, and from `decide` when a view is not
 */
export function replayedModel(
  recording: Recording,
  coordinates: EpisodeCoordinates,
  id = coordinates.model,
): Model {
  const episode = recording.episodes.get(episodeId(coordinates));
  if (episode) return new ReplayedEpisode(id, recording.file, episode);
  const { model, task, scaffold, seed } = coordinates;
  const what = `${model} under ${scaffold} on ${task}, seed ${seed}, was never recorded`;
  throw notRecorded(recording.file, what, nearestEpisode(recording, coordinates));
}
