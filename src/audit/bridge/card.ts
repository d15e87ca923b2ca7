import { finishItem } from '../guard/finish-item.ts';
import { licence, licenceByPaper, type Reading, together } from '../licence/licence.ts';
import { CARD_ITEMS, type Card, type CardItem, type CardItemId, type Verdict } from '../types.ts';
import { batteryVerdict, type TargetCell, targetFindings } from './findings.ts';
import { takenDecisions } from './ownership.ts';

const ENVIRONMENT: readonly CardItemId[] = [
  'seed-sensitivity',
  'fault-witness',
  'reachability',
  'inert-settings',
];

function forbidden(reading: Reading, name: string, judge: string | undefined): string {
  if (judge !== undefined && reading !== 'nothing')
    return `a fact about the work: it is the opinion of ${judge}`;
  if (reading === 'nothing')
    return `any claim about models, scaffolds or work: nothing is licensed for ${name}`;
  if (reading === 'specification compliance')
    return 'success at the task: the scorer compares calls and runs nothing';
  return `a ranking of models: ${name} was audited as a scorer, and who decided in an episode is open`;
}

function overall(reading: Reading, criterion: Verdict): string {
  if (criterion === 'fail') return 'repair required: the scorer passes worse work or fails equal work';
  return reading === 'nothing' ? 'no valid reading' : 'valid for the licensed reading only';
}

function repairOf(criterion: Verdict, floor: Verdict, taken: readonly string[]): string {
  const steps = [
    ...(criterion === 'fail'
      ? ['close the kernel: every edit in it that makes work worse must lower the score']
      : []),
    ...(floor === 'fail' ? ['take the tasks out that doing nothing passes, or report them apart'] : []),
    ...(taken.length > 0
      ? [`return ${taken.join(', ')} to the model, or relabel the score as system performance`]
      : []),
  ];
  return steps.length === 0 ? 'none needed for this reading' : steps.join('; ');
}

function whyDiffer(paper: Verdict, ours: Verdict): string {
  return paper === ours
    ? 'the paper’s lattice asks less of replay and ownership than ours'
    : 'the paper’s lattice rests on a canned battery; ours on every edit that the scorer was tried with';
}

/**
 * The card of a released scorer. Its criterion finding rests on the whole catalogue of edits; the paper's reading beside
 * it rests on the canned battery alone.
 */
export function targetCard(cell: TargetCell, document: unknown, base: string): Card {
  const { target, ownership, judge } = cell.measurements;
  const profile = target.variant === '' ? target.name : target.variant;
  const scorer = `${target.name} scorer`;
  const id = `${target.name}/${profile}`;
  const drafts = targetFindings(cell);
  const anchor = id.replaceAll(/[^A-Za-z0-9]+/g, '-');
  const items = Object.fromEntries(
    CARD_ITEMS.map((item) => [item, finishItem(drafts[item], `${anchor}-${item}`, base, document)]),
  ) as Record<CardItemId, CardItem>;
  const verdict = (item: CardItemId): Verdict => items[item].verdict;
  const findings = {
    replay: verdict('replay'),
    criterion: verdict('criterion'),
    scorerKind: target.scorerKind,
    ownership: together([verdict('ownership'), verdict('non-degeneracy')]),
    environment: together(ENVIRONMENT.map(verdict)),
    fromRecordings: judge?.origin === 'recording',
  };
  const reading = licence(findings);
  const battery = batteryVerdict(cell.measurements);
  const paper = licenceByPaper({ ...findings, criterion: battery, ownership: verdict('ownership') });
  const taken = takenDecisions(ownership);
  return {
    format: 'measurand.card/1',
    id,
    target: target.name,
    profile,
    level: 'none',
    scorer,
    scorerKind: target.scorerKind,
    headline: true,
    items,
    licensed: reading,
    licensedByPaper: paper,
    disagreement: reading === paper ? '' : whyDiffer(battery, verdict('criterion')),
    forbidden: forbidden(reading, target.name, judge?.judge),
    overall: overall(reading, verdict('criterion')),
    missingDecisions: taken,
    repair: repairOf(verdict('criterion'), verdict('null-floor'), taken),
    notProbed: CARD_ITEMS.filter((item) => verdict(item) === 'not-probed'),
  };
}
