import type { PairedArms } from './paired.ts';
import type { Reading } from './reading.ts';

/** What the episodes of one arm add up to. */
export interface ArmCounts {
  readonly deaths: number;
  readonly skips: number;
  readonly retries: number;
  readonly unscored: number;
}

export function armCounts(readings: readonly Reading[]): ArmCounts {
  const sum = (of: (reading: Reading) => number) =>
    readings.reduce((total, reading) => total + of(reading), 0);
  return {
    deaths: sum(({ died }) => (died ? 1 : 0)),
    skips: sum(({ skips }) => skips),
    retries: sum(({ retries }) => retries),
    unscored: sum(({ rows, excluded }) => (rows === null && !excluded ? 1 : 0)),
  };
}

/** Whether a policy met faults in its two arms and gave every one of them the same answer. */
export function answersAll({ constant, escalating }: PairedArms, answer: 'retries' | 'skips'): boolean {
  const given = [...constant, ...escalating];
  const other = answer === 'retries' ? 'skips' : 'retries';
  return given.some((reading) => reading[answer] > 0) && given.every((reading) => reading[other] === 0);
}
