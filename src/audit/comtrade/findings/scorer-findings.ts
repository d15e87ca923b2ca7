import type { DraftEvidence, DraftFinding } from '../../guard/draft.ts';
import { criterionVerdict } from '../../probe/criterion.ts';
import { nullFloorVerdict } from '../../probe/null-floor.ts';
import { tracePreferenceVerdict } from '../../probe/trace-preference.ts';
import type { ProfileMeasurements } from '../measurements.ts';
import { type CardCell, executed, quoted } from './draft.ts';

/** Path of one row of the probe's table. */
function rowPath({ probeRows }: ProfileMeasurements, task: string, submission: string): string {
  const at = probeRows.findIndex((row) => row.task === task && row.submission === submission);
  return `~.probeRows.${at}`;
}

function shapesEvidence(cell: CardCell, task: string, table: string): DraftEvidence {
  const row = (submission: string): string => rowPath(cell.measurements, task, submission);
  const field = cell.scorer === 'shape-judge' ? 'judge' : 'truthByRecord';
  return executed(
    `On ${task} the ${cell.scorer} scores the correct submission {${row('correct')}.${field}|3}, the fabricated submission {${row('fabricated')}.${field}|3} and the empty submission {${row('empty')}.${field}|3}; their ground-truth F1 is {${row('correct')}.truthByRecord|0}, {${row('fabricated')}.truthByRecord|0} and {${row('empty')}.truthByRecord|0} (submissions of ${table}).`,
    '~.probeRows',
    cell,
  );
}

function inversionEvidence(cell: CardCell): DraftEvidence[] {
  if (cell.scorer !== 'shape-judge') return [];
  return cell.measurements.inversions.flatMap(({ task, inverted }, i) =>
    inverted
      ? [
          executed(
            `More true data scores lower on ${task}: {~.inversions.${i}.less.records|integer} of {~.inversions.${i}.truth|integer} records in {~.inversions.${i}.less.requests|integer} requests score {~.inversions.${i}.less.score|3}, all {~.inversions.${i}.more.records|integer} in {~.inversions.${i}.more.requests|integer} requests {~.inversions.${i}.more.score|3}.`,
            `~.inversions.${i}`,
            cell,
          ),
        ]
      : [],
  );
}

function falsifierEvidence(cell: CardCell): DraftEvidence {
  const path = `~.probe.${cell.scorer}.criterion.falsifier`;
  const { smallest } = cell.measurements.probe[cell.scorer]?.criterion.falsifier ?? {};
  const outcome = smallest
    ? `the smallest is ${smallest.edits.join(' then ')}, which scores {${path}.smallest.score|3} where the correct submission scores {${path}.smallest.correctScore|3}`
    : 'none was found';
  return executed(
    `A seeded search over {${path}.candidates|integer} edited submissions found {${path}.hits|integer} of lower truth quality that score as high as the correct submission; ${outcome}.`,
    path,
    cell,
  );
}

export function criterionFinding(cell: CardCell): DraftFinding {
  const probe = cell.measurements.probe[cell.scorer];
  const path = `~.probe.${cell.scorer}.criterion`;
  const verdict = probe ? criterionVerdict(probe.criterion) : 'not-probed';
  const row = (submission: string): string => rowPath(cell.measurements, 'T3_duplicates', submission);
  const summary =
    verdict === 'pass'
      ? `none of {${path}.degrading.tried|integer} worse submissions scores as high as the correct submission; all {${path}.twins.tried|integer} honest twins do`
      : cell.scorer === 'shape-judge'
        ? `fabricated {${row('fabricated')}.judge|3} = correct {${row('correct')}.judge|3}, F1 {${row('fabricated')}.truthByRecord|0} and {${row('correct')}.truthByRecord|0}`
        : `{${path}.degrading.accepted|integer} of {${path}.degrading.tried|integer} worse submissions score as high as the correct submission`;
  return {
    verdict,
    summary,
    evidence: [
      executed(
        `{${path}.degrading.accepted|integer} of {${path}.degrading.tried|integer} submissions made worse by {${path}.degrading.edits|integer} kinds of edit score within {${path}.resolution|4} of the correct submission or above it, {${path}.degrading.preferred|integer} of them above; {${path}.twins.rejected|integer} of {${path}.twins.tried|integer} honest twins score lower.`,
        path,
        cell,
      ),
      shapesEvidence(cell, 'T3_duplicates', 'Table A4'),
      shapesEvidence(cell, 'T2_multi_page', 'Table A10'),
      falsifierEvidence(cell),
      ...inversionEvidence(cell),
    ],
  };
}

export function nullFloorFinding(cell: CardCell): DraftFinding {
  const probe = cell.measurements.probe[cell.scorer];
  const path = `~.probe.${cell.scorer}.nullFloor`;
  const empty = rowPath(cell.measurements, 'T3_duplicates', 'empty');
  const own = executed(
    `Over {${path}.tasks|integer} tasks a submission without a record scores up to {${path}.highest|3}.`,
    path,
    cell,
  );
  const printed = quoted(
    'The paper prints {paper.judge.empty|3} for the empty submission.',
    'paper.judge.empty',
    'Table A4',
  );
  const judged = cell.scorer === 'shape-judge';
  return {
    verdict: probe ? nullFloorVerdict(probe.nullFloor) : 'not-probed',
    summary: judged
      ? `empty submission scores {${empty}.judge|3}`
      : `empty submission scores {${path}.highest|0} on every task`,
    evidence: judged && cell.profile === 'as-published' ? [own, printed] : [own],
  };
}

export function tracePreferenceFinding(cell: CardCell): DraftFinding {
  const probe = cell.measurements.probe[cell.scorer];
  const path = `~.probe.${cell.scorer}.tracePreference`;
  const contradictory = `${path}.byEdit.contradictory`;
  const moved = (probe?.tracePreference.moved ?? 0) > 0;
  const own = executed(
    `The same true records under {${path}.edits|integer} other reports moved the score in {${path}.moved|integer} of {${path}.tried|integer} trials, by up to {${path}.largestDrop|3}.`,
    path,
    cell,
  );
  const stated = executed(
    `True records with row count and reporter misreported, schema and key left out, lose {${contradictory}.largestDrop|3}. The paper’s own submission is not printed; the submission stated here gives the same drop.`,
    contradictory,
    cell,
  );
  const printed = quoted(
    'The paper prints a drop of {paper.judge.contradictoryDrop|3}.',
    'paper.judge.contradictoryDrop',
    'Table A4',
  );
  const judged = cell.scorer === 'shape-judge';
  return {
    verdict: probe ? tracePreferenceVerdict(probe.tracePreference) : 'not-probed',
    summary: moved
      ? `misreported correct data loses {${contradictory}.largestDrop|3}`
      : `no report moves the score of the same records in {${path}.tried|integer} trials`,
    evidence: [
      own,
      ...(moved ? [stated] : []),
      ...(judged && cell.profile === 'as-published' ? [printed] : []),
    ],
  };
}
