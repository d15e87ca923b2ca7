import { scaffoldNamed } from '../../scaffolds/registry.ts';
import type { BridgeOwnership } from '../../scorers/bridge/index.ts';
import { scorerNamed } from '../../scorers/registry.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { walkInOrder } from '../../tasks/comtrade/walk.ts';
import { targetCard } from '../bridge/card.ts';
import { equivalence, equivalenceVerdict, interventionReading } from '../joint/equivalence.ts';
import { licence, together } from '../licence/licence.ts';
import { nonDegeneracy, nonDegeneracyVerdict } from '../ownership/non-degeneracy.ts';
import { ownership, ownershipRows, ownershipVerdict } from '../ownership/ownership.ts';
import type { Card, CardItemId } from '../types.ts';
import { databaseBenchmark } from './database-benchmark.ts';
import { type PlainTarget, probePlain } from './in-process-target.ts';
import { play } from './play.ts';

/** A condition under which an audit can say less (paper, Table A7), with what it then must say. */
export interface FailureMode {
  readonly id: string;
  readonly condition: string;
  /** What the audit must answer, by name. */
  readonly stated: Readonly<Record<string, string>>;
  /** What it answers on a target made to be so. */
  observe(): Promise<Readonly<Record<string, string>>>;
}

async function cardOf(plain: PlainTarget): Promise<Card> {
  const { measurements } = await probePlain(plain);
  const document = { profiles: { [plain.name]: { measurements } } };
  return targetCard(
    { measurements, again: 'measurand selftest' },
    document,
    `profiles[${plain.name}].measurements`,
  );
}

/** The verdicts of a card's items, `item (annotation)` where one has a note. */
async function verdicts(plain: PlainTarget, items: readonly CardItemId[]): Promise<Record<string, string>> {
  const card = await cardOf(plain);
  return Object.fromEntries(
    items.map((item) => {
      const { verdict, annotation } = card.items[item];
      return [item, annotation === undefined ? verdict : `${verdict} (${annotation})`];
    }),
  );
}

const without = (hook: 'truth' | 'score'): PlainTarget => {
  const { [hook]: _, ...rest } = databaseBenchmark();
  return rest;
};

/** Declared on paper, and executed by nobody. */
const DECLARED: BridgeOwnership = {
  levels: ['act'],
  decisions: [{ id: 'retry', owner: { act: 'model' }, evidence: 'declared', probe: '' }],
  confirmed_by: null,
};

function wavering(): PlainTarget {
  let calls = 0;
  return databaseBenchmark((_, __, clean) => {
    calls += 1;
    return calls % 5 === 0 ? 1 - clean : clean;
  });
}

const TASK = repairedTask('T8_mixed_faults');

/** A half-scaffold that owns nothing but the question whether to retry, and a population that always answers yes. */
async function degenerate(): Promise<Record<string, string>> {
  const scaffold = scaffoldNamed('l1');
  const records = await play({
    tasks: [TASK],
    scaffolds: [scaffold],
    models: ['always-retry', 'quota-optimist'],
    scorers: [scorerNamed('truth')],
  });
  const contrast = { decision: 'retry', model: 'always-retry', against: 'quota-optimist' };
  const map = ownershipVerdict(ownership(scaffold.id, ownershipRows(scaffold, ['retry'], records)));
  const owned = together([map, nonDegeneracyVerdict(nonDegeneracy(records, [contrast], 'truth'))]);
  const reading = licence({
    replay: 'pass',
    criterion: 'pass',
    scorerKind: 'outcome',
    ownership: owned,
    environment: 'pass',
  });
  return { map, ownership: owned, licensed: reading };
}

/** The variant without a scaffold serves other records: whatever changes with it is not the scaffold's doing. */
async function alteredTask(): Promise<Record<string, string>> {
  const verdict = equivalenceVerdict(
    await equivalence({
      before: TASK,
      after: { ...TASK, open: (seed, options) => TASK.open(seed + 1, options) },
      seeds: [0, 1],
      walk: walkInOrder,
      played: [],
      resolution: 1e-9,
    }),
  );
  return { equivalence: verdict, intervention: interventionReading(verdict) };
}

/** One row of the paper's Table A7 each, with a target on which it comes about. */
export const FAILURE_MODES: readonly FailureMode[] = [
  {
    id: 'no-oracle',
    condition: 'No canonical-truth oracle',
    stated: { criterion: 'not-probed (metamorphic tests only)' },
    observe: () => verdicts(without('truth'), ['criterion']),
  },
  {
    id: 'no-scorer',
    condition: 'No scorer access',
    stated: { criterion: 'not-probed', 'null-floor': 'not-probed', 'trace-preference': 'not-probed' },
    observe: () => verdicts(without('score'), ['criterion', 'null-floor', 'trace-preference']),
  },
  {
    id: 'harness-opaque',
    condition: 'Harness not inspectable',
    stated: { ownership: 'not-probed' },
    observe: () => verdicts(databaseBenchmark(), ['ownership']),
  },
  {
    id: 'map-declared',
    condition: 'Ownership map declared but unverified',
    stated: { ownership: 'not-probed (declared, for a person to confirm)' },
    observe: () => verdicts({ ...databaseBenchmark(), ownership: DECLARED }, ['ownership']),
  },
  {
    id: 'replay-differs',
    condition: 'Non-deterministic replay',
    stated: { replay: 'fail', reliability: 'fail' },
    observe: () => verdicts(wavering(), ['replay', 'reliability']),
  },
  {
    id: 'decision-degenerate',
    condition: 'Model-owned decision degenerate',
    stated: { map: 'pass', ownership: 'fail', licensed: 'model–scaffold system performance' },
    observe: degenerate,
  },
  {
    id: 'descaffolding-alters',
    condition: 'De-scaffolding alters task semantics',
    stated: { equivalence: 'fail', intervention: 'not licensed' },
    observe: alteredTask,
  },
];
