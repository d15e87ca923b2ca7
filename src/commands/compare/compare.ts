import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Comparison } from '../../report/study/document.ts';
import { placeNamed } from '../stats/axes.ts';
import { readScores } from '../stats/read-scores.ts';
import type { ScoreTable } from '../stats/score-table.ts';
import { type Asked, type ContrastSettings, contrastOf } from './contrast.ts';
import { adjustFamily } from './family.ts';
import { readFamilyFile } from './family-file.ts';
import { parseSelectors, type Selector, selectorOf } from './selector.ts';

export interface ComparisonOptions {
  /** @default the first that graded a run, one that measures outcomes before one that looks at shape */
  readonly scorer?: string;
  /** Places that two runs must share to be a pair. @default task, seed, and whatever else varies within a side */
  readonly pair?: readonly string[];
  /** Largest difference that would not matter: asks for a test of equivalence. */
  readonly margin?: number;
  /** @default 0.95 */
  readonly level?: number;
  /** @default 0.05 */
  readonly alpha?: number;
  /** @default 0 */
  readonly seed?: number;
}

export interface CompareOptions extends ComparisonOptions, RunControl {
  /** One archive, or two: then the first is side a and the second side b. */
  readonly archives: readonly string[];
  /** `model=x,scaffold=l2`: the runs of side a. Needed with one archive unless a family is given. */
  readonly a?: string;
  /** The runs of side b; an axis that comes again begins the next contrast. What it does not name is as in `a`. */
  readonly b?: string;
  /** A file that declares the contrasts, instead of `a` and `b`. */
  readonly family?: string;
}

const SIDES = ['first', 'second'] as const;

function missing(option: string): MeasurandError {
  return new MeasurandError('invalid-usage', `which runs are side ${option} was not said`, {
    field: option,
    next: `Write for example --${option} model=perfect, or compare two archives`,
  });
}

const within = (selector: Selector, archive: string | undefined): Selector =>
  archive === undefined ? selector : { ...selector, archive };

/** The contrasts that words on a command line, or a file, ask for. */
function askedOf({ archives, a, b, family }: CompareOptions): readonly Asked[] {
  const [first, second] = archives.length === 2 ? SIDES : [];
  if (family !== undefined) {
    return readFamilyFile(family).contrasts.map(({ label, ...sides }, at) => ({
      ...(label === undefined ? {} : { label }),
      a: within(selectorOf(sides.a, `contrasts.${at}.a`), first),
      b: within(selectorOf(sides.b, `contrasts.${at}.b`), second),
    }));
  }
  if (first === undefined && a === undefined) throw missing('a');
  const [own = {}, ...more] = a === undefined ? [] : parseSelectors(a, 'a');
  if (more.length > 0) {
    throw new MeasurandError('invalid-selector', 'side a is one selection, against which each of b is set', {
      field: 'a',
      next: 'Name each axis of a once',
    });
  }
  if (b === undefined && first === undefined) throw missing('b');
  const others = b === undefined ? [own] : parseSelectors(b, 'b');
  return others.map((other) => ({ a: within(own, first), b: within({ ...own, ...other }, second) }));
}

export function scorerFor(table: ScoreTable, wanted: string | undefined): string {
  const scorer = wanted ?? table.scorers[0];
  if (scorer !== undefined && table.scorers.includes(scorer)) return scorer;
  throw new MeasurandError(
    'unknown-scorer',
    wanted === undefined ? 'no run was graded' : `no episode was graded by ${JSON.stringify(wanted)}`,
    { field: 'scorer', next: `Choose from ${table.scorers.join(', ') || 'none'}` },
  );
}

/** Options with their defaults, places checked. @throws MeasurandError `unknown-scorer`, `unknown-axis` */
export function contrastSettings(table: ScoreTable, options: ComparisonOptions): ContrastSettings {
  const { scorer, pair, margin, level = 0.95, alpha = 0.05, seed = 0 } = options;
  return {
    scorer: scorerFor(table, scorer),
    ...(pair === undefined ? {} : { pair: pair.map((place) => placeNamed(place, 'pair')) }),
    ...(margin === undefined ? {} : { margin }),
    level,
    alpha,
    seed,
  };
}

const NOTES = {
  pairs: 'A test over pairs speaks of these tasks; the one over tasks, where there are enough, of new ones',
  exploratory:
    'Nothing here was registered before it ran, so every result is exploratory, whatever its p-value',
} as const;

/** Contrasts as one family, adjusted by Holm where it was declared, and by Benjamini and Hochberg where it is a screen. */
export function compareTable(
  table: ScoreTable,
  roots: readonly string[],
  asked: readonly Asked[],
  settings: ContrastSettings,
  declared: boolean,
  adjustment: Comparison['family']['adjustment'] = declared ? 'holm' : 'benjamini-hochberg',
): Comparison {
  const { scorer, level, alpha, seed, margin = null } = settings;
  const raw = asked.map((each) => contrastOf(table, each, settings));
  const { size, contrasts } = adjustFamily(raw, adjustment, alpha);
  return {
    format: 'measurand.comparison/1',
    roots,
    scorer,
    level,
    alpha,
    mode: 'recommended',
    seed,
    margin,
    family: { declared, size, adjustment },
    standing: 'exploratory',
    contrasts,
    notes: [NOTES.pairs, NOTES.exploratory],
  };
}

/**
 * Compares runs of one archive, or of two, pair by pair, as one family adjusted by Holm.
 *
 * @throws MeasurandError `invalid-usage`, `invalid-selector`, `invalid-family`, `nothing-selected`, `ambiguous-pair`,
 *   `no-pairs`, `unknown-axis`, `unknown-scorer`, what opening an archive throws
 */
export function compareArchives(options: CompareOptions): Comparison {
  const { archives, signal, onProgress } = options;
  if (archives.length < 1 || archives.length > 2) {
    throw new MeasurandError('invalid-usage', `${archives.length} archives cannot be compared`, {
      next: 'Give one archive, or two',
    });
  }
  const declared = options.family === undefined ? {} : readFamilyFile(options.family);
  const asked = askedOf(options);
  const named = archives.map((folder, at) => ({
    name: archives.length === 2 ? (SIDES[at] as string) : '',
    folder,
  }));
  const { table, roots } = readScores(named, {
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return compareTable(table, roots, asked, contrastSettings(table, { ...declared, ...given }), true);
}
