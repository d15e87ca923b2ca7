import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { comparedText, consistent } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { PaperLicence, PaperVerdict } from '../lattice.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';
import { type Derived, deriveVerdicts, TARGETS, type TargetName } from './a4-evidence.ts';
import { derivedLicences } from './a4-licences.ts';

type Card = PaperData['validity_cards']['rows'][number];

/** The verdict word that a cell opens with, if it opens with one. */
function leading(cell: string): PaperVerdict | null {
  const [, word] = /^(pass|fail|not probed|est\. only)\b/.exec(cell) ?? [];
  return (word as PaperVerdict | undefined) ?? (cell.startsWith('est. only') ? 'est. only' : null);
}

function verdictNumber(row: Card, target: TargetName, derived: Derived): ReproducedNumber {
  const name = `${row.item}, ${target}`;
  const stated = row.status[target];
  const printed = leading(row[target]);
  if (printed !== stated) {
    return comparedText(
      name,
      printed ?? 'no verdict',
      stated ?? 'no verdict',
      'the data state the verdict twice',
    );
  }
  const compared = comparedText(name, printed ?? 'no verdict', derived.verdict, derived.evidence);
  return derived.recomputed ? compared : consistent(compared, derived.evidence);
}

/** How the card words each licence. */
const WORDING: Readonly<Record<PaperLicence, RegExp>> = {
  'model capability': /model[- ](?:valid|execution)/,
  'model-scaffold system performance': /system|model–scaffold/,
  'self-report compliance': /repair required/,
  'specification compliance': /spec-valid/,
};

function licenceNumbers(data: PaperData): ReproducedNumber[] {
  return derivedLicences(data).map(({ name, printed, licence, because }) => {
    const reads = licence !== null && WORDING[licence].test(printed);
    const number: ReproducedNumber = {
      name,
      printed,
      recomputed: licence ?? 'nothing',
      status: reads ? 'exact' : 'mismatch',
    };
    return consistent(number, because);
  });
}

/** The lattice's own sentences, each of which opens with its licence. */
function latticeNumbers(data: PaperData): ReproducedNumber[] {
  const known = Object.keys(WORDING);
  return data.validity_cards.lattice.map((sentence, i) => {
    const licence = sentence.split(' when ', 1)[0] ?? '';
    return comparedText(
      `lattice, rule ${i + 1}`,
      licence,
      known.find((word) => word === licence) ?? 'unknown',
    );
  });
}

/** Table A4: each verdict by its rule, each licensed claim by the lattice. */
export function tableA4Verdicts(data: PaperData): TableContent {
  const derived = deriveVerdicts(data);
  const verdicts = Object.entries(derived).flatMap(([item, byTarget]) => {
    const row = theRow(data.validity_cards.rows, (card) => card.item === item, item);
    return TARGETS.map((target) => verdictNumber(row, target, byTarget[target]));
  });
  return {
    id: 'A4-verdicts',
    title: 'Verdicts and licensed claims of the validity cards',
    source: 'Table A4 and its lattice, from Tables 1, A3, A5, A6, A8, A10, A11 and A13',
    numbers: [...verdicts, ...latticeNumbers(data), ...licenceNumbers(data)],
    notes: [
      'A verdict whose evidence stands in printed raw numbers is exact; one whose evidence is only quoted on the card is consistent with it, no more.',
      'Joint intervention carries no verdict for ComtradeBench: the card gives a reading there.',
    ],
  };
}
