import type { Redis } from 'ioredis';

export interface Letter {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Answers in one reading: bounded, since each may hold a whole submission. */
const AT_ONCE = 64;

/**
 * The answers of one study, oldest first. They stay on the server until they are discarded, so that a collector that dies
 * finds them again.
 */
export class Inbox {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  /** Waits for the first answer, at most so many milliseconds. */
  async read(milliseconds: number): Promise<readonly Letter[]> {
    const reply = await this.#redis.xreadBuffer(
      'COUNT',
      AT_ONCE,
      'BLOCK',
      milliseconds,
      'STREAMS',
      this.#key,
      '0',
    );
    const [stream] = (reply ?? []) as unknown as [Buffer, [Buffer, Buffer[]][]][];
    return (stream?.[1] ?? []).map(([id, fields]) => ({
      id: id.toString(),
      bytes: fields[1] ?? Buffer.alloc(0),
    }));
  }

  async discard(letters: readonly Letter[]): Promise<void> {
    if (letters.length > 0) await this.#redis.xdel(this.#key, ...letters.map(({ id }) => id));
  }
}
