import type { EpisodeRecord } from '../../../core/contracts/index.ts';
import { nativeName } from '../../../scaffolds/native/as-scaffold/name.ts';
import type { StudyAnalysis, StudyTable } from '../../../study/built-in.ts';
import { honestFigure } from '../../../study/figures.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import { ownershipTable } from './ownership.ts';
import { type CheckedSwap, checkSwap, swapsIn } from './swaps.ts';

const VARIANCE =
  'Measured ownership under scaffold variance: two harnesses differ in many things at once, so a difference between them is a fact about both and says nothing of any one decision.';

const NOT_LICENSED = 'intervention not licensed';

const labelOf = ({ coordinates: { scaffold, arm } }: EpisodeRecord): string =>
  arm === '' ? scaffold : `${scaffold}, ${arm}`;

/** By scaffold and arm, in the order of the plan. */
function grouped(records: readonly EpisodeRecord[]): ReadonlyMap<string, readonly EpisodeRecord[]> {
  const labels = [...new Set(records.map(labelOf))];
  return new Map(labels.map((label) => [label, records.filter((each) => labelOf(each) === label)]));
}

/** One axis: a scaffold a row, from the most that a harness of ours decides to what native harnesses do. */
function axisTable(groups: ReadonlyMap<string, readonly EpisodeRecord[]>, scorer: string): StudyTable {
  const all = [...groups.values()].flat();
  const models = [...new Set(all.map(({ coordinates }) => coordinates.model))];
  const rows = [...groups].map(([label, own]) => {
    const means = models.map((model) => {
      const episodes = own.filter(({ coordinates }) => coordinates.model === model);
      return [model, honestFigure(episodes, scorer).dropped] as const;
    });
    return { label, origin: 'executed' as const, numbers: Object.fromEntries(means) };
  });
  return {
    title: `The scaffolding spectrum: mean of ${scorer}`,
    columns: models.map((model) => ({ key: model, title: model })),
    rows,
  };
}

function scorerOf(records: readonly EpisodeRecord[]): string | undefined {
  return records.find(({ scores }) => scores.length > 0)?.scores[0]?.scorer;
}

function licenceNote(scaffold: string, swaps: readonly CheckedSwap[]): string {
  if (swaps.length === 0) return `${scaffold}: ${NOT_LICENSED}, since no decision of its was swapped alone`;
  const reasons = [...new Set(swaps.flatMap(({ against }) => against))];
  if (reasons.length > 0) return `${scaffold}: ${NOT_LICENSED}, since ${reasons.join('; ')}`;
  return `${scaffold}: intervention licensed for what the model sees of a page, and for nothing else (pairs: ${swaps.length})`;
}

/**
 * The scaffolding spectrum: scores on one axis, and who made which decision. A harness swap licenses no claim about a
 * decision; a swap of one decision at the gateway does, where its check of equivalence holds.
 */
export function spectrum({ records, ledger, textOf }: AnalysisInput): StudyAnalysis {
  const groups = grouped(records);
  const scorer = scorerOf(records);
  const swaps = swapsIn(records).map((swap) => checkSwap(swap, textOf));
  const scaffolds = [...new Set(records.map(({ coordinates }) => coordinates.scaffold))];
  const native = scaffolds.filter((id) => nativeName(id) !== undefined);
  const swapsOf = (id: string): readonly CheckedSwap[] => swaps.filter(({ scaffold }) => scaffold === id);
  return {
    format: 'measurand.study-analysis/1',
    study: 'spectrum',
    title: 'The scaffolding spectrum',
    denominator: ledger,
    forest: [],
    curves: [],
    tables: [...(scorer === undefined ? [] : [axisTable(groups, scorer)]), ownershipTable(groups)],
    comparisons: [],
    statements: [],
    notes: [VARIANCE, ...native.map((id) => licenceNote(id, swapsOf(id)))],
  };
}
