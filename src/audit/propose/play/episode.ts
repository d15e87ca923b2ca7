import type { Socket } from 'node:net';
import type { Environment, Model } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import { pythonJson } from '../../../tasks/comtrade/python-text.ts';
import { FromPlayer, viewFor } from './messages.ts';

/** Bounds of one episode of a harness that nobody has read yet. */
export const PLAY_LIMITS = { turns: 120, calls: 2000, lineBytes: 32 * 2 ** 20 } as const;

/** Why a harness was stopped, in a few words. */
class Stopped extends Error {}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of socket) {
    rest += String(chunk);
    if (rest.length > PLAY_LIMITS.lineBytes) throw new Stopped('it sent a line without end');
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function read(line: string): FromPlayer {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Stopped('it sent something that is no message');
  }
  const message = FromPlayer.safeParse(value);
  if (message.success) return message.data;
  throw new Stopped('it sent something that is no message');
}

/** What an episode of a harness needs from us, which the harness itself never gets to see. */
export interface PlayedEpisode {
  readonly environment: Environment;
  readonly model: Model;
  /** Tokens that a reply may hold; absent: any number. */
  readonly outputTokens: number | undefined;
  readonly signal: AbortSignal;
}

/** Serves one episode: models and tools stay on this side, and the ledger counts what was really called. */
class Service {
  turns = 0;
  #calls = 0;
  readonly #socket: Socket;
  readonly #episode: PlayedEpisode;

  constructor(socket: Socket, episode: PlayedEpisode) {
    this.#socket = socket;
    this.#episode = episode;
  }

  send(message: JsonValue): void {
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  async answer(message: FromPlayer): Promise<string | undefined> {
    if (message.type === 'ended') return 'it ended';
    if (message.type === 'failed') throw new Stopped(`it threw: ${message.message}`);
    const result = message.type === 'decide' ? await this.#decide(message) : await this.#call(message);
    this.send({ id: message.id, result });
    return undefined;
  }

  async #decide(message: Extract<FromPlayer, { type: 'decide' }>): Promise<JsonValue> {
    const { model, environment, outputTokens, signal } = this.#episode;
    this.turns += 1;
    if (this.turns > PLAY_LIMITS.turns)
      throw new Stopped(`it asked the model more than ${PLAY_LIMITS.turns} times`);
    const { text, calls } = await model.decide(viewFor(message, environment.tools, outputTokens), signal);
    return { text, calls: calls.map(({ id, name, args }) => ({ id, name, args })) };
  }

  async #call({ name, args }: Extract<FromPlayer, { type: 'call' }>): Promise<JsonValue> {
    const { environment } = this.#episode;
    this.#calls += 1;
    if (this.#calls > PLAY_LIMITS.calls)
      throw new Stopped(`it called tools more than ${PLAY_LIMITS.calls} times`);
    const { value, isError } = await environment.call(name, args ?? {});
    const submitted = environment.submission() !== undefined;
    return { value, isError, text: pythonJson(value), submitted };
  }
}

/** How a harness came through its episode. */
export interface Course {
  /** In a few words. */
  readonly stop: string;
  readonly turns: number;
  /** Whether it broke off, threw or passed a limit. */
  readonly broke: boolean;
}

/**
 * Plays one episode over a connection to a harness. What the harness does wrong is an outcome; what the model throws is
 * thrown.
 */
export async function serveEpisode(socket: Socket, episode: PlayedEpisode): Promise<Course> {
  const service = new Service(socket, episode);
  const { environment } = episode;
  service.send({
    type: 'start',
    instruction: environment.turns.map(({ text }) => text).join('\n\n'),
    tools: environment.tools as unknown as JsonValue,
    limits: { turns: PLAY_LIMITS.turns },
  });
  try {
    for await (const line of linesOf(socket)) {
      const stop = await service.answer(read(line));
      if (stop !== undefined) return { stop, turns: service.turns, broke: false };
    }
    return { stop: 'it went without a word', turns: service.turns, broke: true };
  } catch (error) {
    const cut = error instanceof Error && 'code' in error && !(error instanceof MeasurandError);
    if (!(error instanceof Stopped) && !cut) throw error;
    return { stop: error.message, turns: service.turns, broke: true };
  } finally {
    socket.destroy();
  }
}
