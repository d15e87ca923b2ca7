/** Calls and results by id, for one channel of one session: the oldest open call takes the next result. */
interface Pair {
  readonly openCalls: number[];
  readonly openResults: number[];
  calls: number;
}

export interface Unpaired {
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly records: ReadonlySet<number>;
  /** Ids whose result stands before its call. */
  readonly early: readonly string[];
}

/** Joins calls and results by id alone. What has no partner stays without one. */
export class CallPairs {
  readonly #pairs = new Map<string, Pair>();

  #of(key: string): Pair {
    let pair = this.#pairs.get(key);
    if (!pair) {
      pair = { openCalls: [], openResults: [], calls: 0 };
      this.#pairs.set(key, pair);
    }
    return pair;
  }

  call(scope: string, id: string, record: number): void {
    const pair = this.#of(`${scope}\u0000${id}`);
    pair.calls += 1;
    pair.openCalls.push(record);
  }

  /** A further result of a call that has one already belongs to the same call. */
  result(scope: string, id: string, record: number): void {
    const pair = this.#of(`${scope}\u0000${id}`);
    if (pair.openCalls.length > 0) pair.openCalls.shift();
    else if (pair.calls === 0) pair.openResults.push(record);
  }

  finish(): Unpaired {
    const calls: string[] = [];
    const results: string[] = [];
    const early: string[] = [];
    const records = new Set<number>();
    for (const [key, { openCalls, openResults }] of this.#pairs) {
      const id = key.slice(key.lastIndexOf('\u0000') + 1);
      const met = Math.min(openCalls.length, openResults.length);
      if (met > 0) early.push(id);
      for (const record of openCalls.slice(met)) {
        calls.push(id);
        records.add(record);
      }
      for (const record of openResults.slice(met)) {
        results.push(id);
        records.add(record);
      }
    }
    return { calls, results, records, early };
  }
}
