import { MeasurandError } from '../core/errors.ts';

/** One place of an archive whose bytes are not what was written. */
export interface Damage {
  /** Relative to the archive. */
  readonly file: string;
  readonly what: string;
  /** 1-based line of an episode log. */
  readonly line?: number;
  /** Byte at which the damaged part begins. */
  readonly offset?: number;
  /** Ids of the episodes that are hit, as far as they can be told. */
  readonly episodes?: readonly string[];
  /** Digest of a blob that is hit. */
  readonly blob?: string;
}

/** Hears of damage and lets the reader go on; one that throws stops it. */
export type OnDamage = (damage: Damage) => void;

/** The record that a damage names, in words. */
function recordOf({ line, episodes = [], blob }: Damage): string | undefined {
  const names = episodes.length === 1 ? `episode ${episodes[0]}` : `episodes ${episodes.join(', ')}`;
  if (line !== undefined) return episodes.length === 0 ? `line ${line}` : `line ${line} (${names})`;
  return blob ?? (episodes.length === 0 ? undefined : names);
}

/** Refuses to go on: damage of an archive that is opened for work. */
export function refuseDamage(damage: Damage): never {
  const record = recordOf(damage);
  throw new MeasurandError('archive-corrupt', damage.what, {
    kind: 'failed',
    file: damage.file,
    ...(record === undefined ? {} : { record }),
    next: 'Run measurand verify to see all that is damaged; then restore the file from a copy',
  });
}
