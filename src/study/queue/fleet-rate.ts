import type { Redis } from 'ioredis';
import type { Model } from '../../core/contracts/index.ts';
import { ProviderError } from '../../models/providers/errors.ts';
import { parseModelId } from '../../models/providers/model-id.ts';
import { type Sleep, sleep } from '../patience.ts';
import { KEY_PREFIX } from './names.ts';

/** Requests a minute, by the name of the provider or of the `compatible` endpoint. */
export type Rates = ReadonlyMap<string, number>;

/**
 * Hands out the next free moment, by the server's clock, and gives the milliseconds until then. ARGV: milliseconds
 * between two requests; milliseconds for which nobody shall ask.
 */
const RESERVE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local free = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now + tonumber(ARGV[2]))
redis.call('SET', KEYS[1], string.format('%.0f', free + tonumber(ARGV[1])), 'PX', string.format('%.0f', free - now + 3600000))
return string.format('%.0f', free - now)
`;

/** A provider that says when to come back is left alone by the whole fleet; at least so long, in seconds. */
const LEAST_PAUSE = 1;

/** Spreads the requests of all workers on one queue, so that together they keep to one rate for each provider. */
export class FleetRate {
  readonly #redis: Redis;
  readonly #rates: Rates;
  readonly #sleep: Sleep;

  constructor(redis: Redis, rates: Rates, rest: Sleep = sleep) {
    this.#redis = redis;
    this.#rates = rates;
    this.#sleep = rest;
  }

  async #reserve(endpoint: string, between: number, pause: number): Promise<number> {
    const key = `${KEY_PREFIX}:rate:${endpoint}`;
    return Number(await this.#redis.eval(RESERVE, 1, key, between, pause));
  }

  /** Waits for this request's turn. */
  async turn(endpoint: string, signal: AbortSignal): Promise<void> {
    const rate = this.#rates.get(endpoint);
    const wait = await this.#reserve(endpoint, rate === undefined ? 0 : 60_000 / rate, 0);
    if (wait > 0) await this.#sleep(wait / 1000, signal);
  }

  /** Nobody in the fleet asks the provider for so many seconds. */
  async pause(endpoint: string, seconds: number): Promise<void> {
    await this.#reserve(endpoint, 0, Math.max(seconds, LEAST_PAUSE) * 1000);
  }

  /** The model, asked in turn with the whole fleet. */
  paced(model: Model): Model {
    const { endpoint } = parseModelId(model.id);
    return {
      id: model.id,
      kind: model.kind,
      decide: async (view, signal) => {
        await this.turn(endpoint, signal);
        try {
          return await model.decide(view, signal);
        } catch (error) {
          if (error instanceof ProviderError && error.code === 'rate-limited') {
            await this.pause(endpoint, error.retryAfterSeconds ?? 0);
          }
          throw error;
        }
      },
    };
  }
}
