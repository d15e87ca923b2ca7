import { byCodePoint } from '../../core/canonical.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { mean } from '../../stats/mean.ts';
import type { EvidenceOrigin, JointIntervention, JointRow, PairOrder, TwoByTwo, Verdict } from '../types.ts';

/** Which episodes stand in which cell, and which scorers are the shipped one and the truth. */
export interface JointDesign {
  readonly task: string;
  readonly L0: string;
  readonly L2: string;
  readonly shipped: string;
  readonly truth: string;
}

type CellName = readonly ['L0' | 'L2', 'shipped' | 'truth'];
const CELLS: readonly CellName[] = [
  ['L0', 'shipped'],
  ['L0', 'truth'],
  ['L2', 'shipped'],
  ['L2', 'truth'],
];

function eachCell<T>(of: (cell: CellName) => T): TwoByTwo<T> {
  const [a, b, c, d] = CELLS.map(of) as [T, T, T, T];
  return { L0: { shipped: a, truth: b }, L2: { shipped: c, truth: d } };
}

const at = (row: JointRow, [level, scorer]: CellName): number => row[level][scorer];
const spreadOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);

function jointRow(model: string, records: readonly EpisodeRecord[], design: JointDesign): JointRow {
  const cell = (scaffold: string, scorer: string): number =>
    mean(
      records
        .filter(({ coordinates }) => coordinates.model === model && coordinates.scaffold === scaffold)
        .map((record) => record.scores.find((score) => score.scorer === scorer)?.value ?? 0),
    );
  return {
    model,
    L0: { shipped: cell(design.L0, design.shipped), truth: cell(design.L0, design.truth) },
    L2: { shipped: cell(design.L2, design.shipped), truth: cell(design.L2, design.truth) },
  };
}

/** Differences below this are ties: scores are means of a few seeds on a lattice far coarser. */
const TIE = 1e-9;

type Pair = readonly [JointRow, JointRow];

const apart = ([a, b]: Pair, cell: CellName): number => {
  const difference = at(a, cell) - at(b, cell);
  return Math.abs(difference) <= TIE ? 0 : Math.sign(difference);
};

function orderOf(cell: CellName, pairs: readonly Pair[]): PairOrder {
  const order = { concordant: 0, discordant: 0, tied: 0, invented: 0 };
  for (const pair of pairs) {
    const here = apart(pair, cell);
    const truth = apart(pair, ['L2', 'truth']);
    if (truth === 0) order.invented += here === 0 ? 0 : 1;
    else if (here === 0) order.tied += 1;
    else if (here === truth) order.concordant += 1;
    else order.discordant += 1;
  }
  return order;
}

/** Model pairs whose L0 payloads are the same, digest by digest, in every seed. */
function identicalPairs(
  records: readonly EpisodeRecord[],
  models: readonly string[],
): JointIntervention['pairs'] {
  const fingerprint = (model: string, part: 'data' | 'metadata' | 'log'): string =>
    records
      .filter((record) => record.coordinates.model === model)
      .map(
        (record) =>
          `${record.coordinates.task}:${record.coordinates.seed}:${record.payload?.[part] ?? 'none'}`,
      )
      .sort(byCodePoint)
      .join('\n');
  const same = (part: 'data' | 'metadata' | 'log'): number => {
    const prints = models.map((model) => fingerprint(model, part));
    return prints.flatMap((a, i) => prints.slice(i + 1).filter((b) => a === b)).length;
  };
  const total = (models.length * (models.length - 1)) / 2;
  return { total, data: same('data'), metadata: same('metadata'), log: same('log') };
}

function masking(order: TwoByTwo<PairOrder>, pairs: number): string {
  if (pairs === 0) return 'the population does not separate even at L2 × truth, so masking was not probed';
  const blind = (cell: PairOrder): boolean => cell.concordant === 0 && cell.discordant === 0;
  const faithful = (cell: PairOrder): boolean => cell.concordant === pairs && cell.invented === 0;
  if (blind(order.L0.truth) && !faithful(order.L2.shipped)) {
    return 'harness and scorer both mask: models separate as the truth does only when both are replaced';
  }
  if (blind(order.L0.truth)) return 'the harness masks: no scorer can separate models while it decides';
  if (!faithful(order.L2.shipped)) return 'the scorer masks: it does not order models as the truth does';
  return 'nothing masks: every cell orders models as the truth does';
}

/** The joint intervention from episodes that were scored by both scorers at both levels (paper, Table 1). */
export function jointIntervention(
  records: readonly EpisodeRecord[],
  design: JointDesign,
  origin: EvidenceOrigin,
): JointIntervention {
  const own = records.filter(
    ({ coordinates: { task, scaffold } }) =>
      task === design.task && (scaffold === design.L0 || scaffold === design.L2),
  );
  const models = [...new Set(own.map((record) => record.coordinates.model))].sort(byCodePoint);
  const rows = models.map((model) => jointRow(model, own, design));
  const atL2 = own.filter((record) => record.coordinates.scaffold === design.L2);
  const submitting = models.filter((model) =>
    atL2.some((record) => record.coordinates.model === model && record.submission !== undefined),
  );
  return summarise(rows, {
    origin,
    task: design.task,
    seeds: new Set(own.map((record) => record.coordinates.seed)).size,
    pairs: identicalPairs(
      own.filter((record) => record.coordinates.scaffold === design.L0),
      models,
    ),
    submitting,
  });
}

export interface JointFacts {
  readonly origin: EvidenceOrigin;
  readonly task: string;
  readonly seeds: number;
  readonly pairs: JointIntervention['pairs'];
  /** Models that handed something in at L2. */
  readonly submitting: readonly string[];
}

/** The figures of a 2×2 from its rows, whether they were run here or printed. */
export function summarise(rows: readonly JointRow[], facts: JointFacts): JointIntervention {
  const pairs = rows.flatMap((a, i) => rows.slice(i + 1).map((b): Pair => [a, b]));
  const separated = pairs.filter((pair) => apart(pair, ['L2', 'truth']) !== 0).length;
  const order = eachCell((cell) => orderOf(cell, pairs));
  const shippedOfSubmitting = rows
    .filter((row) => facts.submitting.includes(row.model))
    .map((row) => row.L2.shipped);
  return {
    origin: facts.origin,
    task: facts.task,
    seeds: facts.seeds,
    models: rows.length,
    rows,
    spread: eachCell((cell) => spreadOf(rows.map((row) => at(row, cell)))),
    submittingSpread: spreadOf(shippedOfSubmitting),
    submitting: shippedOfSubmitting.length,
    separatedPairs: separated,
    tiedPairs: pairs.length - separated,
    order,
    pairs: facts.pairs,
    masking: masking(order, separated),
  };
}

/**
 * Whether one cell may be trusted to tell models apart: it orders every pair that the truth separates as the truth does,
 * and separates none that the truth ties.
 */
export function jointVerdict(
  joint: JointIntervention,
  level: 'L0' | 'L2',
  scorer: 'shipped' | 'truth',
): Verdict {
  if (joint.separatedPairs === 0) return 'not-probed';
  const { concordant, invented } = joint.order[level][scorer];
  return concordant === joint.separatedPairs && invented === 0 ? 'pass' : 'fail';
}
