import type { PaperData } from '../../audit/paper/paper-schemas.ts';
import { pairedEffect } from '../../stats/effect.ts';
import { exactSignFlip } from '../../stats/sign-flip-exact.ts';
import { theRow } from './find-row.ts';

/** Rows of the task that every coverage is a share of. */
export const TASK_ROWS = 75;

export type Arm = PaperData['b2']['rows'][number];

export function armOf(data: PaperData, model: string, slack: number, arm: Arm['arm']): Arm {
  const what = `${model}, ${arm}, slack ${slack}`;
  return theRow(data.b2.rows, (row) => row.model === model && row.slack === slack && row.arm === arm, what);
}

/** A row of Table A1 as the paper computed it, in shares of the task's rows, with the exact p beside. */
export interface PairedRow {
  readonly n: number;
  readonly delta: number;
  readonly lo: number;
  readonly hi: number;
  readonly cliffs: number;
  readonly cliffsLo: number;
  readonly cliffsHi: number;
  readonly p: number;
  readonly exactP: number;
}

/** Whole rows are differenced before they are divided, so that ties are ties. */
export function pairedRow(constant: readonly number[], escalating: readonly number[]): PairedRow {
  const d = constant.map((rows, seed) => rows - (escalating[seed] ?? Number.NaN));
  const { n, effect, interval, cliffs, test } = pairedEffect(d, { mode: 'compat' });
  return {
    n,
    delta: effect / TASK_ROWS,
    lo: interval.lo / TASK_ROWS,
    hi: interval.hi / TASK_ROWS,
    cliffs: cliffs.delta,
    cliffsLo: cliffs.lo,
    cliffsHi: cliffs.hi,
    p: test.p,
    exactP: exactSignFlip(d)?.twoSided ?? Number.NaN,
  };
}
