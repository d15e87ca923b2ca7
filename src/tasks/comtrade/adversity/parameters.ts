import type { Squeeze } from '../../../adversity/escalating.ts';
import type { ScheduleSpec } from '../../../adversity/schedule.ts';

/*
 * Every number of the B-series that the paper leaves open or states only in prose. "Inferred" means: found by asking which
 * round value gives the per-seed coverages that the paper prints (Tables A15 to A17); how, and what else would have fitted,
 * stands in docs/decisions/adversity-parameters.md. None depends on a seed, a model or an arm.
 */

/** The task of the B-series: 75 records on 5 pages of 15 (Table A11). */
export const ADVERSITY_TASK = 'T9_clean_ab';

/**
 * The escalating arm. Printed: intensity rises from 0 to 1.0. Inferred: page k of 5 is faced at k/5, so the levels are
 * 0.2, 0.4, 0.6, 0.8 and 1.0, whose mean is the printed 0.60 of the constant arm.
 */
export const ESCALATING_SCHEDULE: ScheduleSpec = { kind: 'linear', from: 0, to: 1 };

/** Probability of a fault at intensity 0. Not printed; inferred: with a base of 0.01 or more Table A2 no longer comes out. */
export const FAULT_BASE = 0;

/** What full intensity adds to the probability of a fault. Not printed; inferred, from 0.285 to 0.30 at base 0. */
export const FAULT_SCALE = 0.3;

/**
 * Share of a page's rows that is corrupted at full intensity, cut to whole rows as the release cuts: 1, 2, 3, 4 and 6 of 15
 * on the five levels, 3 on every page of the constant arm. Not printed; inferred, from 0.40 to below 0.4167.
 */
export const CORRUPTION_SCALE = 0.4;

/** Intensity from which a page carries a totals row. Printed: 0.70. */
export const TOTALS_AT = 0.7;

/**
 * The one-shot squeeze. Printed: -3, and that only the escalating arm crosses it. Not printed: where. Anything above 0.60
 * and up to 0.80 is the same squeeze, on page 4; we take the threshold of the totals row. Inferred: it takes hold after
 * the request that crosses it, which is still answered.
 */
export const SQUEEZE: Squeeze = { at: 0.7, delta: -3 };

/** Requests of B2. Printed: 8, so that a squeezed episode has one for each page and none to spare. */
export const QUOTA = 8;

/** Quotas of the slack curve. Printed: slack 0, 1, 2 and 4 is what they leave beyond five pages once squeezed. */
export const SLACK_QUOTAS: readonly number[] = [8, 9, 10, 12];

/** Seeds of every arm. Printed: n = 20; inferred: 0 to 19, in the order of the printed vectors. */
export const ADVERSITY_SEEDS: readonly number[] = Array.from({ length: 20 }, (_, seed) => seed);

/** Intensities of the degradation curve: the clean task and the levels of the ramp. The paper prints none. */
export const DEGRADATION_LEVELS: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Requests that `quota-aware` keeps beyond one for each page left. Not printed; inferred, with the next one, from Table A2. */
export const QUOTA_RESERVE = 0;

/** What `quota-aware` does while it has a quota but cannot tell how many pages are left: before the first page is served. */
export const QUOTA_AWARE_UNKNOWN_PAGES: 'retry' | 'skip' = 'skip';
