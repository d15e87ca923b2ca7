import type { ScorerKind } from '../../core/contracts/index.ts';
import type { DraftFinding } from '../guard/draft.ts';
import { finishItem } from '../guard/finish-item.ts';
import { licence, licenceByPaper, type Reading, together } from '../licence/licence.ts';
import { CARD_ITEMS, type Card, type CardItem, type CardItemId, type Verdict } from '../types.ts';
import type { CardCell } from './findings/draft.ts';
import {
  faultWitnessFinding,
  inertSettingsFinding,
  reachabilityFinding,
  reliabilityFinding,
  replayFinding,
  seedSensitivityFinding,
} from './findings/environment-findings.ts';
import {
  interfaceFloorFinding,
  jointFinding,
  nonDegeneracyFinding,
  ownershipFinding,
  visibleRecallFinding,
} from './findings/level-findings.ts';
import { criterionFinding, nullFloorFinding, tracePreferenceFinding } from './findings/scorer-findings.ts';

const FINDINGS: Readonly<Record<CardItemId, (cell: CardCell) => DraftFinding>> = {
  ownership: ownershipFinding,
  criterion: criterionFinding,
  'null-floor': nullFloorFinding,
  'trace-preference': tracePreferenceFinding,
  'non-degeneracy': nonDegeneracyFinding,
  'interface-floor': interfaceFloorFinding,
  'joint-intervention': jointFinding,
  reliability: reliabilityFinding,
  'seed-sensitivity': seedSensitivityFinding,
  'fault-witness': faultWitnessFinding,
  reachability: reachabilityFinding,
  'inert-settings': inertSettingsFinding,
  replay: replayFinding,
  'visible-recall': visibleRecallFinding,
};

/** Environment checks on which the licence depends. */
const ENVIRONMENT_ITEMS: readonly CardItemId[] = [
  'seed-sensitivity',
  'fault-witness',
  'reachability',
  'inert-settings',
];

export interface CardFacts extends CardCell {
  readonly target: string;
  readonly scorerKind: ScorerKind;
  readonly headline: boolean;
  /** D_claimed. */
  readonly decisions: readonly string[];
}

const QUALIFIED: Readonly<Partial<Record<Reading, (cell: CardFacts, failing: readonly string[]) => string>>> =
  {
    'model capability': ({ level, protocol }) =>
      `model capability, at level ${level} (rows handed in ${protocol}), within the measured interface bounds`,
    'model–scaffold–environment performance': (_, failing) =>
      `model–scaffold–environment performance, because ${failing.join(', ')} did not pass`,
    'model–scaffold system performance': ({ level }) =>
      `model–scaffold system performance, for the scaffold of ${level} only`,
    'self-report compliance': ({ scorer }) =>
      `self-report compliance: how well a submission reports on itself in the form that the ${scorer} looks for`,
  };

function forbidden(reading: Reading, { profile, level, scorer }: CardFacts): string {
  switch (reading) {
    case 'model capability':
      return 'capability at another level or interface, in deployment, or of any model that was not run here';
    case 'self-report compliance':
      return `the ${profile} leaderboard as model capability: at ${level} under the ${scorer} it ranks neither models nor work`;
    case 'model–scaffold–environment performance':
      return 'model capability: the environment limits or misreports what a model could do';
    case 'model–scaffold system performance':
      return `a ranking of models: the scaffold of ${level} makes decisions that the score is said to measure`;
    default:
      return 'any claim about models, scaffolds or work: nothing is licensed for this cell';
  }
}

function overall(reading: Reading, headline: Readonly<Record<CardItemId, CardItem>>): string {
  if (reading === 'model capability') {
    return headline['interface-floor'].verdict === 'pass'
      ? 'model-valid within measured interface bounds'
      : 'model-valid below the measured interface floor only';
  }
  if (reading === 'self-report compliance') return 'repair required: the score measures self-report';
  if (reading === 'nothing') return 'no valid reading';
  return 'system-valid; repair required before any claim about models';
}

function repairOf(missing: readonly string[], failing: readonly string[], criterion: Verdict): string {
  const steps = [
    ...(missing.length === 0
      ? []
      : [`return ${missing.join(', ')} to the model, or relabel the score as system performance`]),
    ...(criterion === 'pass' ? [] : ['score against seeded ground truth']),
    ...(failing.length === 0 ? [] : [`mend the environment: ${failing.join(', ')}`]),
  ];
  return steps.length === 0 ? 'none needed for this reading' : steps.join('; ');
}

const paperText = (reading: Reading, { level }: CardFacts): string =>
  reading === 'model capability'
    ? `model capability, at level ${level} within measured interface bounds`
    : reading;

/**
 * The card of one (profile, level, scorer): every item with its evidence, and what the findings license by our table and
 * by the paper's. No sentence stands on it that the number guard refused.
 *
 * @param document the audit document, measurements and paper figures included
 * @param base path of the profile's measurements in it
 */
export function buildCard(facts: CardFacts, document: unknown, base: string): Card {
  const { profile, level, scorer, scorerKind, decisions } = facts;
  const id = `${profile}/${level}/${scorer}`;
  const anchor = id.replaceAll('/', '-');
  const items = Object.fromEntries(
    CARD_ITEMS.map((item) => [item, finishItem(FINDINGS[item](facts), `${anchor}-${item}`, base, document)]),
  ) as Record<CardItemId, CardItem>;
  const verdict = (item: CardItemId): Verdict => items[item].verdict;
  const findings = {
    replay: verdict('replay'),
    criterion: verdict('criterion'),
    scorerKind,
    ownership: together([verdict('ownership'), verdict('non-degeneracy')]),
    environment: together(ENVIRONMENT_ITEMS.map(verdict)),
  };
  const reading = licence(findings);
  const paperReading = licenceByPaper(findings);
  const failing = ENVIRONMENT_ITEMS.filter((item) => verdict(item) !== 'pass');
  const missing = decisions.filter((decision) =>
    facts.measurements.ownership[level].missing.includes(decision),
  );
  const text = QUALIFIED[reading]?.(facts, failing) ?? reading;
  return {
    format: 'measurand.card/1',
    id,
    target: facts.target,
    profile,
    level,
    scorer,
    scorerKind,
    headline: facts.headline,
    items,
    licensed: text,
    licensedByPaper: paperText(paperReading, facts),
    disagreement:
      reading === paperReading
        ? ''
        : `the paper’s lattice knows no environment checks; ours refuses because ${failing.join(', ') || 'ownership or replay'} did not pass`,
    forbidden: forbidden(reading, facts),
    overall: overall(reading, items),
    missingDecisions: missing,
    repair: repairOf(missing, failing, verdict('criterion')),
    notProbed: CARD_ITEMS.filter((item) => verdict(item) === 'not-probed'),
  };
}
