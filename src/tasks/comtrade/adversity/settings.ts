import { type EscalatingOptions, escalatingAdversary, type Squeeze } from '../../../adversity/escalating.ts';
import type { CorruptionKind } from '../../../adversity/perturbation.ts';
import { openSchedule, SCHEDULE_KINDS, type ScheduleSpec } from '../../../adversity/schedule.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import {
  ADVERSITY_TASK,
  CORRUPTION_SCALE,
  ESCALATING_SCHEDULE,
  FAULT_BASE,
  FAULT_SCALE,
  TOTALS_AT,
} from './parameters.ts';

/** How duplicates come: in the place of records, as in the paper's B-series, or beside them. */
export const DUPLICATE_MODES = ['overwrite', 'append'] as const;
export type AdversityDuplicates = (typeof DUPLICATE_MODES)[number];

/** Everything that shapes an adversarial episode besides its seed. A task's `settings` are one of these in full. */
export interface AdversitySettings extends EscalatingOptions {
  readonly schedule: ScheduleSpec;
  readonly duplicates: AdversityDuplicates;
  /** Intensity from which pages carry a totals row; null: never. */
  readonly totalsAt: number | null;
  /** Requests that may be made before any squeeze; null: retries are free, none is ever refused. */
  readonly quota: number | null;
}

/** What holds when nothing is set: the escalating arm of B1. */
export const DEFAULT_ADVERSITY: AdversitySettings = {
  schedule: ESCALATING_SCHEDULE,
  base: FAULT_BASE,
  scale: FAULT_SCALE,
  corruptionScale: CORRUPTION_SCALE,
  corruptions: ['duplicate'],
  duplicates: 'overwrite',
  totalsAt: TOTALS_AT,
  quota: null,
  squeeze: null,
  latency: 0,
};

function invalid(field: string, value: unknown, wanted: string): MeasurandError {
  return new MeasurandError('invalid-setting', `${JSON.stringify(value) ?? String(value)} is not ${wanted}`, {
    record: ADVERSITY_TASK,
    field,
  });
}

const isUnit = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

const isText = (value: unknown): value is string => typeof value === 'string';

function readSchedule(value: unknown): ScheduleSpec {
  const fields = {
    linear: ['from', 'to'],
    step: ['low', 'high', 'at'],
    plateau: ['from', 'to', 'at'],
    constant: ['level'],
  };
  const wanted = `a schedule: ${SCHEDULE_KINDS.join(', ')} with its intensities`;
  if (!isJsonObject(value)) throw invalid('schedule', value, wanted);
  const kind = SCHEDULE_KINDS.find((name) => name === value['kind']);
  if (!kind) throw invalid('schedule', value, wanted);
  const names = Object.keys(value).filter((name) => name !== 'kind');
  const fits = names.length === fields[kind].length && fields[kind].every((name) => isUnit(value[name]));
  if (!fits)
    throw invalid('schedule', value, `a ${kind} schedule of ${fields[kind].join(', ')}, each from 0 to 1`);
  return value as unknown as ScheduleSpec;
}

function readSqueeze(value: unknown): Squeeze | null {
  if (value === null) return null;
  if (isJsonObject(value) && Object.keys(value).length === 2) {
    const { at, delta } = value;
    if (typeof at === 'number' && typeof delta === 'number') return { at, delta };
  }
  throw invalid('squeeze', value, 'a squeeze {at, delta} or null');
}

function readQuota(value: unknown): number | null {
  if (value === null || (Number.isSafeInteger(value) && (value as number) >= 0))
    return value as number | null;
  throw invalid('quota', value, 'an integer from 0, or null for free retries');
}

function readNumber(field: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw invalid(field, value, 'a number');
}

function readTotalsAt(value: unknown): number | null {
  if (value === null || isUnit(value)) return value;
  throw invalid('totalsAt', value, 'a number from 0 to 1, or null for never');
}

function readDuplicates(value: unknown): AdversityDuplicates {
  const mode = DUPLICATE_MODES.find((name) => name === value);
  if (mode) return mode;
  throw invalid('duplicates', value, DUPLICATE_MODES.join(' or '));
}

function readCorruptions(value: unknown): readonly CorruptionKind[] {
  if (Array.isArray(value) && value.every(isText)) return value as readonly CorruptionKind[];
  throw invalid('corruptions', value, 'a list of kinds of corruption');
}

function refuseInert({ quota, squeeze, corruptions, duplicates }: AdversitySettings): void {
  if (squeeze && quota === null) {
    throw new MeasurandError('inert-setting', 'A squeeze does nothing where retries are free', {
      record: ADVERSITY_TASK,
      field: 'squeeze',
      next: 'Set a quota, or squeeze to null',
    });
  }
  if (duplicates === 'append' && !corruptions.includes('duplicate')) {
    throw new MeasurandError('inert-setting', 'append does nothing where no rows are duplicated', {
      record: ADVERSITY_TASK,
      field: 'duplicates',
      next: 'Add duplicate to corruptions',
    });
  }
}

/**
 * Lays settings over the defaults; a task's own `settings` come back as themselves.
 *
 * @throws MeasurandError `unknown-setting`, `invalid-setting`, `inert-setting`, `invalid-schedule`, `invalid-adversary`
 */
export function adversitySettings(given: JsonObject = {}): AdversitySettings {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULT_ADVERSITY, name));
  if (unknown !== undefined) {
    throw new MeasurandError('unknown-setting', `There is no setting ${JSON.stringify(unknown)}`, {
      record: ADVERSITY_TASK,
      next: `Choose from ${Object.keys(DEFAULT_ADVERSITY).join(', ')}`,
    });
  }
  const all: Readonly<Record<string, unknown>> = { ...DEFAULT_ADVERSITY, ...given };
  const settings: AdversitySettings = {
    schedule: readSchedule(all['schedule']),
    base: readNumber('base', all['base']),
    scale: readNumber('scale', all['scale']),
    corruptionScale: readNumber('corruptionScale', all['corruptionScale']),
    corruptions: readCorruptions(all['corruptions']),
    duplicates: readDuplicates(all['duplicates']),
    totalsAt: readTotalsAt(all['totalsAt']),
    quota: readQuota(all['quota']),
    squeeze: readSqueeze(all['squeeze']),
    latency: readNumber('latency', all['latency']),
  };
  refuseInert(settings);
  openSchedule(settings.schedule);
  escalatingAdversary(settings);
  return settings;
}
