import { byCodePoint } from '../../core/canonical.ts';
import { EPISODE_STATES } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { bytes, Column, counts, doubles, Words } from './columns.ts';
import type { EpisodeRow } from './episode-row.ts';
import { inOrderOf, type Places, placesOf } from './run-order.ts';
import { type Coded, NAMED, type Named, type ScoreTable, scoreTable } from './score-table.ts';
import { settingsLabels } from './settings-labels.ts';

/** Axes from the one that changes last to the one that changes first; seeds stand after the task. */
const ORDER: readonly Named[] = [
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
    return scoreTable({
      size: this.#size,
      axes,
      seeds: this.#seeds.inOrder(order),
      states: this.#states.inOrder(order),
      grades: new Map([...this.#scores].map(([scorer, column]) => [scorer, column.inOrder(order)])),
      errors: Object.fromEntries([...this.#errors].sort(([a], [b]) => byCodePoint(a, b))),
    });
  }

  #order(ranked: Readonly<Record<Named, Ranked>>): Uint32Array {
    const along = (axis: Named): Places => {
      const { codes } = this.#drafts[axis];
      const { words, rank } = ranked[axis];
      return { count: words.length, of: (run) => rank(codes.at(run)) };
    };
    const seeds = placesOf(this.#size, (run) => this.#seeds.at(run));
    return inOrderOf(this.#size, [along('task'), seeds, ...ORDER.map(along)]);
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
