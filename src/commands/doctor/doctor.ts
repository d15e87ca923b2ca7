import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { DoctorCheck, Finding } from './check.ts';
import { HARNESS_CHECKS } from './harnesses.ts';
import { ISOLATION_CHECK } from './isolation.ts';
import { PACKAGE_CHECKS } from './packages.ts';
import { PROGRAM_CHECKS } from './programs.ts';

const CHECKS: readonly DoctorCheck[] = [
  ...PROGRAM_CHECKS,
  ISOLATION_CHECK,
  ...PACKAGE_CHECKS,
  ...HARNESS_CHECKS,
];

export interface DoctorItem extends Finding {
  readonly id: string;
  readonly title: string;
  /** What needs it. */
  readonly for: string;
  /** Whether it was named as required. */
  readonly required: boolean;
}

export interface DoctorReport {
  readonly items: readonly DoctorItem[];
  /** Ids of required items that are missing or broken. */
  readonly lacking: readonly string[];
}

export interface DoctorOptions extends RunControl {
  /** Ids of items that must be usable. Without any, only Node.js must. */
  readonly require?: readonly string[];
}

function requireKnown(ids: readonly string[]): void {
  const known = CHECKS.map(({ id }) => id);
  const strange = ids.find((id) => !known.includes(id));
  if (strange === undefined) return;
  const near = nearest(strange, known);
  throw new MeasurandError('invalid-usage', `doctor does not look for ${JSON.stringify(strange)}`, {
    next: `${near ? `Did you mean ${near}? ` : ''}It looks for ${known.join(', ')}`,
  });
}

/**
 * Says what is usable on this machine, by trying it, and what to do where something is not. Harnesses are started in a
 * sandbox, only to tell their versions.
 *
 * @throws MeasurandError `invalid-usage` for an unknown id; the reason of the signal
 */
export async function doctor({
  require = [],
  signal,
  onProgress,
}: DoctorOptions = {}): Promise<DoctorReport> {
  requireKnown(require);
  const required = new Set(['node', ...require]);
  const items: DoctorItem[] = [];
  for (const { id, title, for: purpose, look } of CHECKS) {
    signal?.throwIfAborted();
    onProgress?.({ what: title, done: items.length, total: CHECKS.length });
    const finding = await look(signal);
    items.push({ id, title, for: purpose, required: required.has(id), ...finding });
  }
  onProgress?.({ what: 'looked', done: CHECKS.length, total: CHECKS.length });
  const lacking = items.filter((item) => item.required && item.state !== 'ok').map(({ id }) => id);
  return { items, lacking };
}
