import { byCodePoint } from '../../core/canonical.ts';
import { EPISODE_STATES, type EpisodeState } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { AXES } from './axes.ts';
import { bytes, Column, counts, doubles, Words } from './columns.ts';
import type { EpisodeRow } from './episode-row.ts';
import { inScorerOrder } from './scorer-order.ts';
import { settingsLabels } from './settings-labels.ts';

const NAMED = [...AXES, 'task'] as const;
/** An axis, or the task. */
export type Named = (typeof NAMED)[number];

/** Words of an axis and, by run, the number of the word that it has there. */
interface Coded {
  readonly words: readonly string[];
  readonly codes: Uint32Array;
}

/**
 * The runs of one or more archives as columns: some sixty bytes a run, whatever its record weighs. The runs stand in the
 * order of their coordinates, so that nothing computed from them depends on the order in which they came.
 */
export interface ScoreTable {
  readonly size: number;
  readonly axes: Readonly<Record<Named, Coded>>;
  readonly seeds: Float64Array;
  /** The word of an axis for one run. */
  word(axis: Named, run: number): string;
  state(run: number): EpisodeState;
  readonly scorers: readonly string[];
  /** By run; NaN where this scorer gave none. @throws TypeError for a scorer that there is not */
  scores(scorer: string): Float64Array;
  /** Errors by code. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Axes from the one that changes last to the one that changes first. */
const ORDER: readonly Named[] = [
  'task',
  'suite',
  'profile',
  'protocol',
  'arm',
  'settings',
  'scaffold',
  'model',
  'archive',
];

interface Draft {
  readonly words: Words;
  readonly codes: Column<Uint32Array>;
}

/** Takes in rows one at a time. */
export class ScoreTableBuilder {
  readonly #drafts = Object.fromEntries(
    NAMED.map((axis) => [axis, { words: new Words(), codes: new Column(counts) }]),
  ) as Record<Named, Draft>;
  readonly #settings: { readonly place: string; readonly settings: JsonObject }[] = [];
  readonly #seeds = new Column(doubles);
  readonly #states = new Column(bytes);
  readonly #scores = new Map<string, Column<Float64Array>>();
  readonly #errors = new Map<string, number>();
  #size = 0;

  add({ coordinates, state, scores, error }: EpisodeRow, archive: string): void {
    const { suite, profile, task, model, scaffold, protocol, arm, seed } = coordinates;
    const place = JSON.stringify([suite, profile, task, scaffold, protocol, arm]);
    const words = { suite, profile, task, model, scaffold, protocol, arm, archive };
    for (const [axis, word] of Object.entries(words)) this.#push(axis as Named, word);
    this.#pushSettings(place, coordinates.settings);
    this.#seeds.push(seed);
    this.#states.push(EPISODE_STATES.indexOf(state));
    this.#pushScores(scores);
    if (error) this.#errors.set(error.code, (this.#errors.get(error.code) ?? 0) + 1);
    this.#size += 1;
  }

  #push(axis: Named, word: string): void {
    const { words, codes } = this.#drafts[axis];
    codes.push(words.number(word));
  }

  #pushSettings(place: string, settings: JsonObject): void {
    this.#push('settings', `${place}${JSON.stringify(settings)}`);
    if (this.#drafts.settings.words.list.length > this.#settings.length) {
      this.#settings.push({ place, settings });
    }
  }

  #pushScores(scores: EpisodeRow['scores']): void {
    for (const { scorer } of scores) {
      if (this.#scores.has(scorer)) continue;
      const column = new Column(doubles);
      for (let run = 0; run < this.#size; run += 1) column.push(Number.NaN);
      this.#scores.set(scorer, column);
    }
    for (const [scorer, column] of this.#scores) {
      column.push(scores.find((score) => score.scorer === scorer)?.value ?? Number.NaN);
    }
  }

  build(): ScoreTable {
    const labels = settingsLabels(this.#settings);
    const ranked = Object.fromEntries(
      NAMED.map((axis) => [axis, rankedWords(axis === 'settings' ? labels : this.#drafts[axis].words.list)]),
    ) as Record<Named, Ranked>;
    const order = this.#order(ranked);
    const axes = Object.fromEntries(
      NAMED.map((axis) => {
        const codes = this.#drafts[axis].codes.inOrder(order);
        return [axis, { words: ranked[axis].words, codes: codes.map((code) => ranked[axis].rank(code)) }];
      }),
    ) as Record<Named, Coded>;
    const states = this.#states.inOrder(order);
    const sorted = new Map([...this.#scores].map(([scorer, column]) => [scorer, column.inOrder(order)]));
    return {
      size: this.#size,
      axes,
      seeds: this.#seeds.inOrder(order),
      word: (axis, run) => axes[axis].words[axes[axis].codes[run] as number] as string,
      state: (run) => EPISODE_STATES[states[run] as number] as EpisodeState,
      scorers: inScorerOrder(sorted.keys()),
      scores: (scorer) => {
        const column = sorted.get(scorer);
        if (!column) throw new TypeError(`No run has a score of ${scorer}`);
        return column;
      },
      errors: Object.fromEntries([...this.#errors].sort(([a], [b]) => byCodePoint(a, b))),
    };
  }

  #order(ranked: Readonly<Record<Named, Ranked>>): Uint32Array {
    const columns = ORDER.map((axis) => ({ codes: this.#drafts[axis].codes, rank: ranked[axis].rank }));
    const seeds = this.#seeds;
    const [task, ...others] = columns as [(typeof columns)[number], ...typeof columns];
    const by = ({ codes, rank }: (typeof columns)[number], a: number, b: number): number =>
      rank(codes.at(a)) - rank(codes.at(b));
    const order = Uint32Array.from({ length: this.#size }, (_, run) => run);
    return order.sort((a, b) => {
      let difference = by(task, a, b) || seeds.at(a) - seeds.at(b);
      for (let i = 0; difference === 0 && i < others.length; i += 1) {
        difference = by(others[i] as (typeof columns)[number], a, b);
      }
      return difference;
    });
  }
}

interface Ranked {
  /** Distinct, in order of code points. */
  readonly words: readonly string[];
  /** From a number of arrival to a place in `words`. */
  readonly rank: (code: number) => number;
}

function rankedWords(arrived: readonly string[]): Ranked {
  const words = [...new Set(arrived)].sort(byCodePoint);
  const places = new Map(words.map((word, place) => [word, place]));
  const ranks = arrived.map((word) => places.get(word) as number);
  return { words, rank: (code) => ranks[code] as number };
}
