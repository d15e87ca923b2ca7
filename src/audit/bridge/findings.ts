import type { DraftEvidence, DraftFinding } from '../guard/draft.ts';
import type { JudgeMeasurements } from '../judges/measurements.ts';
import { judgeVerdict } from '../judges/probe-judge.ts';
import {
  CARD_ITEM_TITLES,
  CARD_ITEMS,
  type CardItemId,
  type EvidenceOrigin,
  type Verdict,
} from '../types.ts';
import type { BridgeMeasurements, BridgeOwnershipMap } from './measurements.ts';
import { ownershipVerdict } from './ownership.ts';
import { replayVerdict } from './replay.ts';

/** What the findings on a released scorer are written from. */
export interface TargetCell {
  readonly measurements: BridgeMeasurements;
  /** The command line that measures it again. */
  readonly again: string;
}

const originOf = ({ apparatus }: BridgeMeasurements): EvidenceOrigin =>
  apparatus.stubs.length > 0 ? 'executed with stubs' : 'executed';

const evidence = ({ measurements, again }: TargetCell, says: string, path: string): DraftEvidence => ({
  origin: originOf(measurements),
  says,
  path,
  source: again,
});

/** Fails on any false accept or false reject; without edits of both kinds nothing was probed. */
export function targetCriterion({ degrading, twins, falsification, judge }: BridgeMeasurements): Verdict {
  if (judge) return judgeVerdict(judge);
  if (degrading.accepted > 0 || twins.rejected > 0 || (falsification?.hits ?? 0) > 0) return 'fail';
  return degrading.tried > 0 && twins.tried > 0 ? 'pass' : 'not-probed';
}

/** The paper's own probe: a few canned corruptions, whatever else the scorer cannot see. */
export function batteryVerdict({ battery }: BridgeMeasurements): Verdict {
  if (battery.tried === 0) return 'not-probed';
  return battery.accepted > 0 ? 'fail' : 'pass';
}

/** Without an oracle no submission is known to be right: only that equal ones score equally can be asked. */
function metamorphicOnly(cell: TargetCell): DraftFinding {
  return {
    verdict: 'not-probed',
    summary:
      'no oracle: metamorphic tests only; {~.metamorphic.changed|integer} of {~.metamorphic.tried|integer} pairs that say the same score differently',
    annotation: 'metamorphic tests only',
    evidence: [
      evidence(
        cell,
        'The target names no correct submission. Of {~.metamorphic.tried|integer} pairs of submissions that say the same, {~.metamorphic.changed|integer} score differently.',
        '~.metamorphic',
      ),
    ],
  };
}

function judged(cell: TargetCell, judge: JudgeMeasurements): DraftFinding {
  const { origin } = judge;
  return {
    verdict: judgeVerdict(judge),
    annotation: `in the opinion of the judge, ${origin === 'recording' ? 'from a recording' : 'asked at its endpoint'}`,
    summary: 'the judge fails {~.judge.failed|integer} of {~.judge.tried|integer} probes',
    evidence: [
      evidence(
        cell,
        'Injection, verbosity, their honest twins, position, an unreadable verdict and repetition: {~.judge.failed|integer} of {~.judge.tried|integer} tries came out otherwise than they should.',
        '~.judge',
      ),
    ],
  };
}

function searched(cell: TargetCell): readonly DraftEvidence[] {
  if (!cell.measurements.falsification) return [];
  return [
    evidence(
      cell,
      'A search with typed edits made {~.falsification.scored|integer} worse submissions that got a score; {~.falsification.hits|integer} of them score as high as the correct submission, on {~.falsification.telling|integer} of {~.falsification.tasks|integer} tasks.',
      '~.falsification',
    ),
  ];
}

/** What tells a scorer of shape from one of content: whether invention of the right form pays. */
function invented(cell: TargetCell): readonly DraftEvidence[] {
  if ((cell.measurements.kernel['fabricated']?.accepted ?? 0) === 0) return [];
  return [
    evidence(
      cell,
      'An invented submission of the right form scores as high as the correct submission {~.kernel.fabricated.accepted|integer} of {~.kernel.fabricated.tried|integer} times: there the scorer reads the form and not what is said.',
      '~.kernel.fabricated',
    ),
  ];
}

function criterion(cell: TargetCell): DraftFinding {
  const { measurements } = cell;
  if (measurements.metamorphic) return metamorphicOnly(cell);
  if (measurements.judge) return judged(cell, measurements.judge);
  return {
    verdict: targetCriterion(measurements),
    summary:
      '{~.degrading.accepted|integer} of {~.degrading.tried|integer} worse submissions pass; {~.twins.rejected|integer} of {~.twins.tried|integer} equivalent submissions do not',
    evidence: [
      evidence(
        cell,
        '{~.degrading.accepted|integer} of {~.degrading.tried|integer} submissions made worse score as high as the correct submission: {~.degrading.telling|integer} of {~.degrading.edits|integer} kinds of edit are in part or whole invisible to the scorer.',
        '~.kernel',
      ),
      evidence(
        cell,
        '{~.twins.rejected|integer} of {~.twins.tried|integer} equivalent submissions score lower: {~.twins.telling|integer} of {~.twins.edits|integer} kinds of edit are punished.',
        '~.kernel',
      ),
      evidence(
        cell,
        'On the canned battery alone {~.battery.deviating|integer} of {~.battery.submissions|integer} submissions, correct ones of {~.battery.tasks|integer} tasks and {~.battery.edits|integer} corruptions of each, are graded otherwise than they deserve.',
        '~.battery',
      ),
      ...invented(cell),
      ...searched(cell),
    ],
  };
}

function nullFloor(cell: TargetCell): DraftFinding {
  const { tried, above } = cell.measurements.nullFloor;
  if (tried === 0) return unprobed('nothing stands for doing nothing here');
  return {
    verdict: above > 0 ? 'fail' : 'pass',
    summary:
      'doing nothing scores above the minimum on {~.nullFloor.above|integer} of {~.nullFloor.tried|integer} tasks',
    evidence: [
      evidence(
        cell,
        'An empty submission was scored on {~.nullFloor.tried|integer} tasks; on {~.nullFloor.above|integer} of them it scores above the minimum.',
        '~.nullFloor',
      ),
    ],
  };
}

/** A person may be sure of a map that nobody ran; the card then says who, and the verdict stays. */
function declaredNote({ executed, decisions, confirmedBy, proposal }: BridgeOwnershipMap): string {
  if (executed === decisions.length) return '';
  if (proposal) {
    const who = `${proposal.model}, a ${proposal.answeredBy}`;
    return `map proposed by ${who}; ${confirmedBy === null ? 'nobody has confirmed it' : `confirmed by ${confirmedBy}`}`;
  }
  return confirmedBy === null ? 'declared, for a person to confirm' : `declared, confirmed by ${confirmedBy}`;
}

/** What was read off a source is quoted, so it earns no pass. */
const readOff = (cell: TargetCell): DraftEvidence => ({
  ...evidence(
    cell,
    'The map was read off the source of a harness by whoever is named beside it; nothing was executed.',
    '~.ownership',
  ),
  origin: 'quoted',
  source: 'measurand propose ownership',
});

function ownership(cell: TargetCell): DraftFinding {
  const { ownership: map } = cell.measurements;
  if (!map) return unprobed('the target shows no scaffold to be asked');
  const verdict = ownershipVerdict(map);
  const note = declaredNote(map);
  return {
    verdict,
    ...(note === '' ? {} : { annotation: note }),
    summary:
      map.executed === 0
        ? `a map is ${map.proposal?.status ?? 'declared'} and was not executed`
        : 'the scaffolds take {~.ownership.taken|integer} of {~.ownership.executed|integer} decisions from the model on at least some levels',
    evidence: map.proposal
      ? [readOff(cell)]
      : [
          evidence(
            cell,
            'Canned turns through every scaffold: {~.ownership.taken|integer} of the decisions that were executed ({~.ownership.executed|integer}) belong to a scaffold somewhere.',
            '~.ownership',
          ),
        ],
  };
}

function reachability(cell: TargetCell): DraftFinding {
  const { tried, accepted } = cell.measurements.correct;
  if (tried === 0) return unprobed('the target names no correct submission');
  return {
    verdict: accepted === tried ? 'pass' : 'fail',
    summary:
      'the correct submission passes on {~.correct.accepted|integer} of {~.correct.tried|integer} tasks',
    evidence: [
      evidence(
        cell,
        'Of {~.correct.tried|integer} answers that the benchmark holds for correct, {~.correct.accepted|integer} pass its own scorer.',
        '~.correct',
      ),
    ],
  };
}

function replay(cell: TargetCell): DraftFinding {
  const { replay: check, stored } = cell.measurements;
  const files = stored.map((_, at) =>
    evidence(
      cell,
      `Stored results: {~.stored.${at}.verdicts.same|integer} of {~.stored.${at}.records|integer} verdicts come out again, and {~.stored.${at}.hashes.same|integer} of {~.stored.${at}.hashes.tried|integer} digests.`,
      `~.stored.${at}`,
    ),
  );
  return {
    verdict: replayVerdict(check),
    summary:
      'of {~.replay.sampled|integer} scores asked again, {~.replay.sameProcess.differ|integer} differ in the same process and {~.replay.freshProcess.differ|integer} in a fresh process',
    evidence: [
      evidence(
        cell,
        'Asked again: {~.replay.sameProcess.tried|integer} scores in the same process, {~.replay.sameProcess.differ|integer} differ; {~.replay.freshProcess.tried|integer} in a fresh process, in reverse order under another hash seed, {~.replay.freshProcess.differ|integer} differ; {~.replay.stateLeak.tried|integer} tasks looked at for state left behind, {~.replay.stateLeak.differ|integer} differ.',
        '~.replay',
      ),
      ...files,
    ],
  };
}

/** Runs of a scorer that grades the same submission twice and differently have no spread to be read. */
function reliability(cell: TargetCell): DraftFinding {
  if (replayVerdict(cell.measurements.replay) !== 'fail')
    return unprobed('reliability reporting needs more than a scorer');
  return {
    verdict: 'fail',
    summary: 'the same submission is graded differently when it is graded again',
    evidence: [
      evidence(
        cell,
        'A score asked again differs {~.replay.sameProcess.differ|integer} times in the same process, {~.replay.freshProcess.differ|integer} times in a fresh process and {~.replay.stateLeak.differ|integer} times after a worse submission.',
        '~.replay',
      ),
    ],
  };
}

function unprobed(summary: string): DraftFinding {
  return { verdict: 'not-probed', summary, evidence: [] };
}

const FINDINGS: Readonly<Partial<Record<CardItemId, (cell: TargetCell) => DraftFinding>>> = {
  ownership,
  criterion,
  'null-floor': nullFloor,
  reachability,
  replay,
  reliability,
};

/** Every item of the card of a released scorer; what a scorer alone cannot show is not-probed. */
export function targetFindings(cell: TargetCell): Readonly<Record<CardItemId, DraftFinding>> {
  return Object.fromEntries(
    CARD_ITEMS.map((item) => [
      item,
      FINDINGS[item]?.(cell) ?? unprobed(`${CARD_ITEM_TITLES[item].toLowerCase()} needs more than a scorer`),
    ]),
  ) as Record<CardItemId, DraftFinding>;
}
