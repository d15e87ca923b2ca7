import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { PythonErrorType } from '../../core/python/errors.ts';
import type { ComtradeQuery } from '../../tasks/comtrade/definitions.ts';

/** The three files as they lie on disk; one that does not exist is absent. Text stands for its UTF-8 bytes. */
export interface JudgedFiles {
  readonly data?: string | Uint8Array;
  readonly metadata?: string | Uint8Array;
  readonly log?: string | Uint8Array;
}

/** All that the judge knows of a task. It never sees the true records. */
export interface JudgedTask {
  readonly id: string;
  readonly query: ComtradeQuery;
  /** True number of records. */
  readonly totalRows: number;
  readonly faultMode: string;
}

/** The judge's dimensions in the order in which it adds them up, each with its most points. */
export const DIMENSIONS = {
  correctness: 30,
  completeness: 15,
  robustness: 15,
  efficiency: 15,
  data_quality: 15,
  observability: 10,
} as const;
export type Dimension = keyof typeof DIMENSIONS;
export type Breakdown = Readonly<Record<Dimension, number>>;

/**
 * What the judge says. A submission that breaks it is a report too: `raised` names the exception, total and reward are 0,
 * and there is no breakdown.
 */
export interface JudgeReport {
  /** 0 to 100, rounded to one decimal, except that it is unrounded when a file is missing. */
  readonly total: number;
  /** total / 100, at most 1, rounded to four decimals. */
  readonly reward: number;
  /** Points by dimension, unrounded, after the gates. */
  readonly breakdown?: Breakdown;
  readonly errors: readonly string[];
  /** What it counted on the way, under the release's names. The two file digests that the release adds are left out. */
  readonly details: JsonObject;
  readonly raised?: { readonly type: PythonErrorType; readonly message: string };
}

/** What a judgement collects as it goes. */
export class Findings {
  readonly errors: string[] = [];
  readonly details: Record<string, JsonValue> = {};
}
