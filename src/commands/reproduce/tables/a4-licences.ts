import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { theRow } from '../find-row.ts';
import { type LatticeFindings, type PaperLicence, type PaperVerdict, paperLicence } from '../lattice.ts';
import { criterionVerdict } from '../verdict-rules.ts';
import { deriveVerdicts, type TargetName } from './a4-evidence.ts';
import { checksOf } from './a5.ts';
import { kindOf } from './a8.ts';
import { probeOf } from './a10.ts';

/** A claim of the card beside what the lattice licenses on the derived findings. */
export interface DerivedLicence {
  readonly name: string;
  readonly printed: string;
  readonly licence: PaperLicence | null;
  readonly because: string;
}

const CENSUS: Readonly<Record<TargetName, string>> = {
  ComtradeBench: 'ComtradeBench',
  'tau-bench': '$\\tau$-bench',
  BFCL: 'BFCL',
};

/** Replay holds where every oracle check of the target passed (Table A5). */
function replayVerdict(data: PaperData, target: TargetName): PaperVerdict {
  const row = theRow(
    data.coverage.rows,
    (each) => each.target.startsWith(target.replace('tau', '$\\tau$')),
    target,
  );
  const { passed, of } = checksOf(row.oracle_checks);
  return passed === of ? 'pass' : 'fail';
}

function scorerOf(data: PaperData, target: TargetName): LatticeFindings['scorer'] {
  const row = theRow(data.census.rows, ({ benchmark }) => benchmark.startsWith(CENSUS[target]), target);
  return kindOf(row.primary_scorer_kind) ?? 'shape';
}

function cellOf(data: PaperData, item: string, target: TargetName): string {
  return theRow(data.validity_cards.rows, (row) => row.item === item, item)[target];
}

/** The part of a cell between semicolons that speaks of this. */
const partOf = (cell: string, about: RegExp): string =>
  cell
    .split(';')
    .find((part) => about.test(part))
    ?.trim() ?? cell;

const reasons = ({ replay, criterion, ownership, scorer }: LatticeFindings): string =>
  `replay ${replay}, criterion ${criterion}, ownership ${ownership}, ${scorer} scorer`;

/** The licensed claims of the three cards; ComtradeBench's is given as shipped and after each repair. */
export function derivedLicences(data: PaperData): readonly DerivedLicence[] {
  const verdicts = deriveVerdicts(data);
  const findings = (target: TargetName): LatticeFindings => ({
    replay: replayVerdict(data, target),
    criterion: verdicts['Criterion-aligned scorer']?.[target].verdict ?? 'not probed',
    ownership: verdicts['Model-sensitive ownership']?.[target].verdict ?? 'not probed',
    scorer: scorerOf(data, target),
  });
  const shipped = findings('ComtradeBench');
  const truth = criterionVerdict({
    correct: probeOf(data, 'correct').f1,
    forged: probeOf(data, 'fabricated').f1,
  });
  const scores = data.joint_2x2.rows.filter((row) => row.model !== 'Model spread').map((row) => row.L2_f1);
  const byTruth: LatticeFindings = { ...shipped, criterion: truth, scorer: 'outcome' };
  const repaired: LatticeFindings = { ...byTruth, ownership: new Set(scores).size > 1 ? 'pass' : 'fail' };
  const overall = (target: TargetName) => cellOf(data, 'Overall verdict', target);
  const valid = cellOf(data, 'Valid interpretation', 'ComtradeBench');
  const claim = (name: string, printed: string, found: LatticeFindings): DerivedLicence => ({
    name,
    printed,
    licence: paperLicence(found),
    because: reasons(found),
  });
  return [
    claim('claim, ComtradeBench as shipped', partOf(overall('ComtradeBench'), /repair/), shipped),
    claim('claim, ComtradeBench L0 by truth', partOf(valid, /L0/), byTruth),
    claim('claim, ComtradeBench L2 by truth', partOf(valid, /L2/), repaired),
    claim('claim, ComtradeBench after repair', partOf(overall('ComtradeBench'), /after repair/), repaired),
    claim('claim, tau-bench', partOf(overall('tau-bench'), /./), findings('tau-bench')),
    claim('reading, tau-bench', cellOf(data, 'Valid interpretation', 'tau-bench'), findings('tau-bench')),
    claim('claim, BFCL', partOf(overall('BFCL'), /spec/), findings('BFCL')),
    claim('reading, BFCL', cellOf(data, 'Valid interpretation', 'BFCL'), findings('BFCL')),
  ];
}
