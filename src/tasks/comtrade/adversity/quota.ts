/** Requests that an episode may make: every one is charged, faults too, and a squeeze takes some away. */
export class Quota {
  #limit: number;
  #used = 0;

  /** @param limit an integer from 0; Infinity where retries are free */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Requests allowed in total, as things stand. A squeeze may leave it below what was already used. */
  get limit(): number {
    return this.#limit;
  }

  get used(): number {
    return this.#used;
  }

  get left(): number {
    return Math.max(0, this.#limit - this.#used);
  }

  charge(): void {
    this.#used += 1;
  }

  /** @param delta requests added; negative takes away, down to none */
  change(delta: number): void {
    this.#limit = Math.max(0, this.#limit + delta);
  }
}
