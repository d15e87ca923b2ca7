import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { theRow } from '../find-row.ts';
import type { PaperVerdict } from '../lattice.ts';
import { decimalsIn } from '../printed-pair.ts';
import {
  criterionVerdict,
  interfaceFloorVerdict,
  nonDegeneracyVerdict,
  nullFloorVerdict,
  ownershipVerdict,
  reliabilityVerdict,
  tracePreferenceVerdict,
} from '../verdict-rules.ts';
import { lowestCap } from './a6.ts';
import { judgeTotal, probeOf } from './a10.ts';

export const TARGETS = ['ComtradeBench', 'tau-bench', 'BFCL'] as const;
export type TargetName = (typeof TARGETS)[number];

/** A verdict by its rule, and whether the evidence was recomputed or only quoted. */
export interface Derived {
  readonly verdict: PaperVerdict;
  readonly evidence: string;
  readonly recomputed: boolean;
}

type ByTarget = Readonly<Record<TargetName, Derived>>;

const recomputed = (verdict: PaperVerdict, evidence: string): Derived => ({
  verdict,
  evidence,
  recomputed: true,
});
const quoted = (verdict: PaperVerdict, evidence: string): Derived => ({
  verdict,
  evidence,
  recomputed: false,
});
const silent = (verdict: PaperVerdict): Derived => quoted(verdict, 'no evidence is printed');

/** The cell behind a verdict, where it is the only evidence. */
function cellOf(data: PaperData, item: string, target: TargetName): string {
  return theRow(data.validity_cards.rows, (row) => row.item === item, item)[target];
}

/** The last decimal of a cell: `corrupt DB write → 0.0`, `misreported correct data −0.398`. */
const lastNumber = (cell: string): number =>
  Number(decimalsIn(cell.replaceAll('$', '')).at(-1) ?? Number.NaN);

function ownership(data: PaperData): ByTarget {
  const rows = data.joint_2x2.rows.filter((row) => row.model !== 'Model spread');
  const pairs = (rows.length * (rows.length - 1)) / 2;
  const [identicalPairs = 0] = decimalsIn(data.joint_2x2.identical_payload_pairs_printed).map(Number);
  const swings = Object.keys(data.tau_slice.rows[0]?.successes_of_15 ?? {}).map((model) => {
    const column = data.tau_slice.rows.map((row) => row.successes_of_15[model] ?? Number.NaN);
    return (Math.max(...column) - Math.min(...column)) / 15;
  });
  return {
    ComtradeBench: quoted(
      ownershipVerdict({ identicalPairs, pairs }),
      `payloads identical in ${identicalPairs} of ${pairs} pairs, as printed`,
    ),
    'tau-bench': recomputed(
      ownershipVerdict({ scaffoldSwing: Math.max(...swings) }),
      'reward moves with the scaffold (Table A3)',
    ),
    BFCL: silent(ownershipVerdict(null)),
  };
}

function criterion(data: PaperData): ByTarget {
  const item = 'Criterion-aligned scorer';
  const correct = judgeTotal(probeOf(data, 'correct'));
  const forged = judgeTotal(probeOf(data, 'fabricated'));
  const [deviating = Number.NaN] = decimalsIn(/\d+\/\d+/.exec(cellOf(data, item, 'BFCL'))?.[0] ?? '').map(
    Number,
  );
  return {
    ComtradeBench: recomputed(
      criterionVerdict({ correct, forged }),
      'fabricated ties with correct (Table A10)',
    ),
    'tau-bench': quoted(
      criterionVerdict({ correct: 1, forged: lastNumber(cellOf(data, item, 'tau-bench')) }),
      'score of a corrupt write, as the card quotes it',
    ),
    BFCL: quoted(
      criterionVerdict({ correct: 1, forged: deviating }),
      'cells deviating, as the card quotes them',
    ),
  };
}

/** The card states these two floors in words. */
function statedFloor(cell: string): { readonly empty: number } | null {
  return /no .*floor observed|empty arguments fail/.test(cell) ? { empty: 0 } : null;
}

function nullFloor(data: PaperData): ByTarget {
  const item = 'Null floor';
  return {
    ComtradeBench: recomputed(
      nullFloorVerdict({ empty: judgeTotal(probeOf(data, 'empty')) }),
      'score of an empty submission (Table A10)',
    ),
    'tau-bench': quoted(nullFloorVerdict(statedFloor(cellOf(data, item, 'tau-bench'))), 'as the card says'),
    BFCL: quoted(nullFloorVerdict(statedFloor(cellOf(data, item, 'BFCL'))), 'as the card says'),
  };
}

function nonDegeneracy(data: PaperData): ByTarget {
  const cell = cellOf(data, 'Decision non-degeneracy', 'ComtradeBench');
  const [taken = Number.NaN, of = Number.NaN] = (/(\d+)\/(\d+)/.exec(cell) ?? []).slice(1).map(Number);
  return {
    ComtradeBench: quoted(nonDegeneracyVerdict({ taken, of }), 'SKIP counts, as the card quotes them'),
    'tau-bench': silent(nonDegeneracyVerdict(null)),
    BFCL: silent(nonDegeneracyVerdict(null)),
  };
}

function reliability(data: PaperData): ByTarget {
  const seeds = data.e1_per_seed.rows.map((row) => row.f1.length);
  return {
    ComtradeBench: recomputed(
      reliabilityVerdict({ repeats: Math.min(...seeds) }),
      'seeds per model and task (Table A13)',
    ),
    'tau-bench': quoted(reliabilityVerdict({ repeats: 1 }), 'one trial for each task, as the card says'),
    BFCL: silent(reliabilityVerdict(null)),
  };
}

/** Every verdict of the card that a rule decides, by item and target. */
export function deriveVerdicts(data: PaperData): Readonly<Record<string, ByTarget>> {
  const change = lastNumber(cellOf(data, 'Trace preference', 'ComtradeBench'));
  return {
    'Model-sensitive ownership': ownership(data),
    'Criterion-aligned scorer': criterion(data),
    'Null floor': nullFloor(data),
    'Trace preference': {
      ComtradeBench: quoted(tracePreferenceVerdict({ change }), 'change of score, as the card quotes it'),
      'tau-bench': silent(tracePreferenceVerdict(null)),
      BFCL: silent(tracePreferenceVerdict(null)),
    },
    'Decision non-degeneracy': nonDegeneracy(data),
    'Interface floor': {
      ComtradeBench: recomputed(
        interfaceFloorVerdict({ bestScore: lowestCap(data) }),
        'highest F1 under the output budget (A.6)',
      ),
      'tau-bench': silent(interfaceFloorVerdict(null)),
      BFCL: silent(interfaceFloorVerdict(null)),
    },
    'Reliability reporting': reliability(data),
  };
}
