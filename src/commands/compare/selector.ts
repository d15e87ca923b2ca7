import { MeasurandError } from '../../core/errors.ts';
import { type Place, placeNamed } from '../stats/axes.ts';
import type { Runs } from '../stats/runs.ts';
import type { ScoreTable } from '../stats/score-table.ts';

/** Which runs: the word that each named place must have. */
export type Selector = Readonly<Partial<Record<Place, string>>>;

function term(text: string, field: string): readonly [Place, string] {
  const equals = text.indexOf('=');
  if (equals <= 0) {
    throw new MeasurandError('invalid-selector', `${JSON.stringify(text)} selects nothing`, {
      field,
      next: 'Write AXIS=WORD, such as model=perfect',
    });
  }
  return [placeNamed(text.slice(0, equals).trim(), field), text.slice(equals + 1)];
}

/**
 * Reads `model=x,scaffold=l2`. An axis that comes again begins the next selector: `model=y,model=z` are two.
 *
 * @throws MeasurandError `invalid-selector`, `unknown-axis`
 */
export function parseSelectors(text: string, field: string): readonly Selector[] {
  const selectors: Partial<Record<Place, string>>[] = [{}];
  for (const part of text.split(',')) {
    const [place, word] = term(part, field);
    let last = selectors.at(-1) as Partial<Record<Place, string>>;
    if (last[place] !== undefined) {
      last = {};
      selectors.push(last);
    }
    last[place] = word;
  }
  return selectors;
}

/** A selector from a file. @throws MeasurandError `unknown-axis` */
export function selectorOf(words: Readonly<Record<string, string>>, field: string): Selector {
  return Object.fromEntries(Object.entries(words).map(([place, word]) => [placeNamed(place, field), word]));
}

const matches = (table: ScoreTable, run: number, place: Place, word: string): boolean =>
  place === 'seed' ? String(table.seeds[run]) === word : table.word(place, run) === word;

/**
 * The runs that a selector means.
 *
 * @throws MeasurandError `nothing-selected`, naming the words that there are
 */
export function select(table: ScoreTable, selector: Selector, field: string): Runs {
  const wanted = Object.entries(selector) as [Place, string][];
  const runs: number[] = [];
  for (let run = 0; run < table.size; run += 1) {
    if (wanted.every(([place, word]) => matches(table, run, place, word))) runs.push(run);
  }
  if (runs.length > 0) return runs;
  const [place, word] = wanted.find(
    ([axis, name]) => axis !== 'seed' && !table.axes[axis].words.includes(name),
  ) ?? ['seed', 'those'];
  const known = place === 'seed' ? [] : table.axes[place].words;
  throw new MeasurandError('nothing-selected', `no run has ${place} ${JSON.stringify(word)}`, {
    field,
    next:
      known.length === 0 ? 'Select less' : `Choose from ${known.map((each) => each || '(none)').join(', ')}`,
  });
}

/** How a side is called. */
export function selectorLabel(selector: Selector): string {
  const words = Object.entries(selector).map(([place, word]) => (place === 'seed' ? `seed ${word}` : word));
  return words.filter((word) => word !== '').join(', ') || 'all runs';
}
