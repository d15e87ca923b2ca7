/** One measured speed beside its bound, which is measured in the same run, and the reference's own speed. */
export interface BenchResult {
  readonly name: string;
  /** Higher is better. Exactly one of the two is given. */
  readonly perSecond?: number;
  /** Lower is better. */
  readonly milliseconds?: number;
  /** What no implementation of this work could beat on this machine, in the same unit; null where none was found. */
  readonly bound: number | null;
  /** What the published implementation does on this class of machine, as text with its unit; null when there is none. */
  readonly reference: string | null;
}

/** What a file `bench/NAME.bench.ts` exports. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<BenchResult | readonly BenchResult[]>;
}
