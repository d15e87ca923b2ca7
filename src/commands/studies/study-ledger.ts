import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import {
  EPISODE_STATES,
  type EpisodeCoordinates,
  type EpisodeRecord,
  type EpisodeState,
  type Seed,
} from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { StudyDenominator } from '../../study/built-in.ts';
import { DEFAULT_ADVERSITY } from '../../tasks/comtrade/adversity/settings.ts';
import { type GridColumn, gridCells } from './arms.ts';
import { type Reading, readEpisode } from './reading.ts';

/** What tells two cells of a study apart. Limits that a runner adds to the settings are no part of it. */
function cellKey({ model, arm, seed, scaffold, settings, task, profile }: EpisodeCoordinates): string {
  const shaping = Object.entries(settings).filter(([name]) => Object.hasOwn(DEFAULT_ADVERSITY, name));
  return canonicalJson([profile, task, scaffold, model, arm, seed, Object.fromEntries(shaping)]);
}

function refuse(
  code: string,
  what: string,
  { model, arm, seed }: EpisodeCoordinates,
  next: string,
): MeasurandError {
  return new MeasurandError(code, `${what}: ${model}, arm ${arm || 'none'}, seed ${seed}`, { next });
}

/**
 * The records of one study against its plan. The models and seeds that occur span the plan; every cell of it must have
 * exactly one record, in whatever state.
 */
export class StudyLedger {
  readonly models: readonly string[];
  /** Ascending: the order of the pairs. */
  readonly seeds: readonly Seed[];
  readonly denominator: StudyDenominator;
  readonly #readings = new Map<string, Reading>();

  /** @throws MeasurandError as `BuiltInStudy.analyse` says */
  constructor(
    columns: readonly GridColumn[],
    preferred: readonly string[],
    records: readonly EpisodeRecord[],
  ) {
    this.models = inOrder(
      records.map(({ coordinates }) => coordinates.model),
      preferred,
    );
    this.seeds = [...new Set(records.map(({ coordinates }) => coordinates.seed))].sort((a, b) => a - b);
    const planned = gridCells(this.models, columns, this.seeds);
    const keys = new Set(planned.map(cellKey));
    for (const record of records) this.#take(record, keys);
    const missing = planned.find((cell) => !this.#readings.has(cellKey(cell)));
    if (missing) {
      throw refuse(
        'incomplete-ledger',
        'A planned episode has no record',
        missing,
        'Give one record for each planned episode, with state missing where it never finished',
      );
    }
    this.denominator = { planned: planned.length, states: tally(records) };
  }

  #take(record: EpisodeRecord, planned: ReadonlySet<string>): void {
    const key = cellKey(record.coordinates);
    if (!planned.has(key)) {
      const next = 'Analyse the records of one study at a time';
      throw refuse('foreign-episode', 'The study plans no such episode', record.coordinates, next);
    }
    if (this.#readings.has(key)) {
      const next = 'Keep one record for each episode';
      throw refuse('duplicate-episode', 'An episode has two records', record.coordinates, next);
    }
    this.#readings.set(key, readEpisode(record));
  }

  /** One reading for each seed, in the order of `seeds`. */
  readings(model: string, column: GridColumn): readonly Reading[] {
    return gridCells([model], [column], this.seeds).map((cell) => {
      const reading = this.#readings.get(cellKey(cell));
      if (reading) return reading;
      throw new TypeError(`The study has no column ${column.arm} of these settings for ${model}`);
    });
  }
}

/** The models that occur, those that the study prefers first. */
function inOrder(models: readonly string[], preferred: readonly string[]): readonly string[] {
  const present = new Set(models);
  const others = [...present].filter((model) => !preferred.includes(model)).sort(byCodePoint);
  return [...preferred.filter((model) => present.has(model)), ...others];
}

function tally(records: readonly EpisodeRecord[]): Readonly<Record<EpisodeState, number>> {
  const states = Object.fromEntries(EPISODE_STATES.map((state) => [state, 0])) as Record<
    EpisodeState,
    number
  >;
  for (const { state } of records) states[state] += 1;
  return states;
}
