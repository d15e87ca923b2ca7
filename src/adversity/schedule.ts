import { MeasurandError } from '../core/errors.ts';
import { mean } from '../stats/mean.ts';
import { type AgentProgress, pendingShare } from './progress.ts';

/**
 * How hard the adversary presses, as data. Every intensity and every share is in [0, 1].
 *
 * `linear`: from `from`, before anything is done, to `to` at the last success.
 * `step`: `low` until the share `at` is reached, `high` from there.
 * `plateau`: from `from` up to `to` at the share `at`, then level.
 * `constant`: `level` throughout.
 */
export type ScheduleSpec =
  | { readonly kind: 'linear'; readonly from: number; readonly to: number }
  | { readonly kind: 'step'; readonly low: number; readonly high: number; readonly at: number }
  | { readonly kind: 'plateau'; readonly from: number; readonly to: number; readonly at: number }
  | { readonly kind: 'constant'; readonly level: number };

export const SCHEDULE_KINDS = ['linear', 'step', 'plateau', 'constant'] as const;

/** Maps progress to an intensity in [0, 1] that never falls as successes are made. */
export interface Schedule {
  readonly spec: ScheduleSpec;
  intensity(progress: AgentProgress): number;
}

const invalid = (what: string, field: string): MeasurandError =>
  new MeasurandError('invalid-schedule', what, { field, next: 'Use numbers from 0 to 1' });

function requireUnit(spec: ScheduleSpec): void {
  for (const [field, value] of Object.entries(spec)) {
    if (field === 'kind') continue;
    if (typeof value === 'number' && value >= 0 && value <= 1) continue;
    throw invalid(`an intensity or share must be from 0 to 1, not ${String(value)}`, field);
  }
}

function requireRising(low: number, high: number, field: string): void {
  if (low > high) throw invalid(`an escalation cannot fall from ${low} to ${high}`, field);
}

function rise(from: number, to: number, share: number): number {
  return share >= 1 ? to : Math.min(to, from + (to - from) * share);
}

function intensityAt(spec: ScheduleSpec, share: number): number {
  switch (spec.kind) {
    case 'linear':
      return rise(spec.from, spec.to, share);
    case 'step':
      return share >= spec.at ? spec.high : spec.low;
    case 'plateau':
      return share >= spec.at ? spec.to : rise(spec.from, spec.to, share / spec.at);
    case 'constant':
      return spec.level;
  }
}

/** @throws MeasurandError `invalid-schedule` for a number outside [0, 1], or an intensity that would fall */
export function openSchedule(spec: ScheduleSpec): Schedule {
  requireUnit(spec);
  if (spec.kind === 'linear' || spec.kind === 'plateau') requireRising(spec.from, spec.to, 'to');
  if (spec.kind === 'step') requireRising(spec.low, spec.high, 'high');
  return { spec, intensity: (progress) => intensityAt(spec, pendingShare(progress)) };
}

/** The intensities that an agent faces on the way to `total` successes, one for each. */
export function intensityLevels(schedule: Schedule, total: number): number[] {
  return Array.from({ length: total }, (_, successes) => schedule.intensity({ successes, total }));
}

/** The constant schedule with the same mean intensity over `total` successes: the control arm of an A/B experiment. */
export function constantAtMean(schedule: Schedule, total: number): Schedule {
  return openSchedule({ kind: 'constant', level: mean(intensityLevels(schedule, total)) });
}
