import type { MeasurandError } from '../../core/errors.ts';
import { unpackAfter } from './bytes.ts';
import type { RecordedExchange, RecordingLine } from './format.ts';
import { corruptRecording, recordingLines } from './lines.ts';

type Opening = Extract<RecordingLine, { kind: 'episode' }>;

/** What a replay needs of an exchange. The raw bytes stay in the file. */
export type ReplayedExchange = Pick<RecordedExchange, 'turn' | 'view' | 'move' | 'error'>;

/** The last attempt at an episode. */
export interface RecordedEpisode {
  readonly attempt: number;
  readonly coordinates: Opening['coordinates'];
  readonly holdsLimit?: true;
  readonly exchanges: readonly ReplayedExchange[];
}

interface Growing extends RecordedEpisode {
  readonly exchanges: ReplayedExchange[];
  before: Buffer;
}

export interface Recording {
  readonly file: string;
  /** By episode id. */
  readonly episodes: ReadonlyMap<string, RecordedEpisode>;
  /** Ids of the models that answered, each once, in the order of the file. */
  readonly models: readonly string[];
}

function takeOpening(episodes: Map<string, Growing>, line: Opening, broken: (what: string) => Error): void {
  const expected = (episodes.get(line.episode)?.attempt ?? -1) + 1;
  if (line.attempt !== expected) throw broken(`opens attempt ${line.attempt}, not ${expected}`);
  const { attempt, coordinates, holdsLimit } = line;
  const held = holdsLimit === undefined ? {} : { holdsLimit };
  episodes.set(line.episode, { attempt, coordinates, ...held, exchanges: [], before: Buffer.alloc(0) });
}

function takeExchange(
  episodes: ReadonlyMap<string, Growing>,
  exchange: RecordedExchange,
  broken: (what: string) => Error,
): void {
  const episode = episodes.get(exchange.episode);
  if (!episode || exchange.attempt > episode.attempt)
    throw broken('belongs to an attempt that was never opened');
  // Of an earlier attempt, which a process that died may have left while another went on.
  if (exchange.attempt < episode.attempt) throw broken('belongs to an attempt that was given up');
  const { turn, view, move, error, wire } = exchange;
  if (turn !== episode.exchanges.length) throw broken(`is turn ${turn}, not ${episode.exchanges.length}`);
  if ((move === undefined) === (error === undefined))
    throw broken('holds neither a move nor a failure, or both');
  if (wire) {
    const body = unpackAfter(episode.before, wire.request.body);
    if (!body) throw broken('holds a request that does not match its digest');
    episode.before = body;
  }
  const outcome = move === undefined ? { error: error as NonNullable<typeof error> } : { move };
  episode.exchanges.push({ turn, view, ...outcome });
}

/**
 * Reads a recording, every byte of it checked: chain, format, order of attempts and turns, request bodies.
 *
 * @throws MeasurandError `unreadable`, `recording-corrupt` naming the line
 */
export function readRecording(file: string): Recording {
  const episodes = new Map<string, Growing>();
  const models = new Set<string>();
  for (const { line, number } of recordingLines(file)) {
    const broken = (what: string): MeasurandError => corruptRecording(file, number, what);
    if (line.kind === 'episode') {
      models.add(line.coordinates.model);
      takeOpening(episodes, line, broken);
    } else if (line.kind === 'exchange') takeExchange(episodes, line, broken);
  }
  return { file, episodes, models: [...models] };
}
