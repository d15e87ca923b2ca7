import { visibleRecallVerdict } from '../../environment/visible-recall.ts';
import type { DraftEvidence, DraftFinding } from '../../guard/draft.ts';
import { outputFloorVerdict } from '../../interface/output-floor.ts';
import { jointVerdict } from '../../joint/joint.ts';
import { nonDegeneracyVerdict } from '../../ownership/non-degeneracy.ts';
import { ownershipVerdict } from '../../ownership/ownership.ts';
import { type CardCell, executed, listed, quoted, recomputed } from './draft.ts';

function paperPairs(): DraftEvidence {
  return quoted(
    'The paper reports byte-identical L0 submissions for {paper.joint.pairs.data|integer} of {paper.joint.pairs.total|integer} pairs of {paper.joint.models|integer} language models from {paper.providers|word} providers.',
    'paper.joint',
    'Table A4; Table 1',
  );
}

export function ownershipFinding(cell: CardCell): DraftFinding {
  const { level, measurements } = cell;
  const found = measurements.ownership[level];
  const path = `~.ownership.${level}`;
  const identical =
    level === 'L0'
      ? '; payloads identical for {~.joint.pairs.data|integer} of {~.joint.pairs.total|integer} model pairs'
      : '';
  const pairs = executed(
    'With the model swapped at L0, the SHA-256 of the data agrees for {~.joint.pairs.data|integer} of {~.joint.pairs.total|integer} pairs of archetypes, of the metadata without execution time for {~.joint.pairs.metadata|integer}, of the log for {~.joint.pairs.log|integer}.',
    '~.joint.pairs',
    cell,
  );
  return {
    verdict: ownershipVerdict(found),
    summary: `the model owns {${path}.owned|integer} of {${path}.claimed|integer} claimed decisions at ${level}${identical}`,
    evidence: [
      executed(
        `In recorded decisions of {~.nonDegeneracy.${level}.population|integer} archetypes at ${level}, {${path}.owned|integer} of {${path}.claimed|integer} claimed decisions were the model’s alone. Not the model’s: ${listed(found.missing)}. Contradicting the declared map: ${listed(found.contradicted)}. Never made: ${listed(found.neverMade)}.`,
        path,
        cell,
      ),
      ...(level === 'L0' ? [pairs] : []),
      ...(level === 'L0' && cell.profile === 'as-published' ? [paperPairs()] : []),
    ],
  };
}

export function nonDegeneracyFinding(cell: CardCell): DraftFinding {
  const { level, measurements } = cell;
  const found = measurements.nonDegeneracy[level];
  const path = `~.nonDegeneracy.${level}`;
  const skips = quoted(
    'With free retries the paper counts {paper.skips.skips|integer} SKIP actions over {paper.skips.episodes|integer} episodes of language models at L1: the decision that L1 leaves to the model is always the same.',
    'paper.skips',
    'Table A1, block B1',
  );
  return {
    verdict: nonDegeneracyVerdict(found),
    summary: `{${path}.live|integer} of {${path}.decisions|integer} decisions vary with the model and move the outcome at ${level}`,
    evidence: [
      executed(
        `Over {${path}.population|integer} archetypes at ${level}, {${path}.live|integer} of {${path}.decisions|integer} claimed decisions were made in more than a single way by the model and, changed alone, moved the outcome. Not live: ${listed(found.degenerateDecisions)}. A population by construction: its variance says nothing of language models.`,
        path,
        cell,
      ),
      ...(cell.profile === 'as-published' ? [skips] : []),
    ],
  };
}

export function interfaceFloorFinding(cell: CardCell): DraftFinding {
  const { measurements, protocol } = cell;
  const path = `~.outputFloor.${protocol}`;
  const found = measurements.outputFloor[protocol];
  const t7 = `${path}.byTask.T7_totals_trap`;
  const single = '~.outputFloor.single';
  const cap = executed(
    `Handing rows in through a single reply of {${single}.outputTokens|integer} tokens at {${single}.tokensPerRow|integer} a row lets {${single}.byTask.T7_totals_trap.rows|integer} of {${single}.byTask.T7_totals_trap.truth|integer} T7 rows through: F1 at most {${single}.byTask.T7_totals_trap.cap|4}. The perfect archetype reached {${single}.byTask.T7_totals_trap.executed|4}.`,
    `${single}.byTask`,
    cell,
  );
  return {
    verdict: found ? outputFloorVerdict(found) : 'not-probed',
    summary:
      found && found.floored > 0
        ? `re-emission floors {${path}.floored|integer} of {${path}.tasks|integer} tasks; T7 capped at F1 {${t7}.cap|3}`
        : `a perfect model reaches F1 {${t7}.executed|0} on all {${path}.tasks|integer} tasks (${protocol})`,
    evidence: [
      executed(
        `Under protocol ${protocol} at L2 the perfect archetype stays below full F1 on {${path}.floored|integer} of {${path}.tasks|integer} tasks. Floored: ${listed(found?.flooredTasks ?? [])}.`,
        path,
        cell,
      ),
      cap,
    ],
  };
}

const CELLS: Readonly<Record<string, 'shipped' | 'truth'>> = { 'shape-judge': 'shipped', truth: 'truth' };

export function jointFinding(cell: CardCell): DraftFinding {
  const { level, scorer, measurements } = cell;
  const side = CELLS[scorer];
  const { joint } = measurements;
  const where = `~.joint.order.${level}.${side}`;
  const own = executed(
    `On ${joint.task}, over {~.joint.models|integer} archetypes and {~.joint.seeds|integer} seeds, the truth at L2 separates {~.joint.separatedPairs|integer} pairs of models and ties {~.joint.tiedPairs|integer}. Spread over models: L0 × judge {~.joint.spread.L0.shipped|3}, L0 × truth {~.joint.spread.L0.truth|3}, L2 × judge {~.joint.spread.L2.shipped|3}, L2 × truth {~.joint.spread.L2.truth|3}. Verdict: ${joint.masking}.`,
    '~.joint',
    cell,
  );
  const paper = recomputed(
    'From the paper’s printed rows over {paper.joint.models|integer} language models the spreads are {paper.joint.spread.L0.shipped|3}, {paper.joint.spread.L0.truth|3}, {paper.joint.spread.L2.shipped|3} and {paper.joint.spread.L2.truth|3}; among models that submitted, the judge spreads {paper.joint.submittingSpread|3}.',
    'paper.joint',
    'Table 1',
  );
  if (level === 'L1' || side === undefined) {
    return { verdict: 'not-probed', summary: `the 2×2 has no ${level} × ${scorer} cell`, evidence: [own] };
  }
  return {
    verdict: jointVerdict(joint, level, side),
    summary: `of {~.joint.separatedPairs|integer} model pairs that the truth separates this cell orders {${where}.concordant|integer}; it tells apart {${where}.invented|integer} of {~.joint.tiedPairs|integer} that the truth ties`,
    evidence: cell.profile === 'as-published' ? [own, paper] : [own],
  };
}

function windowEvidence(cell: CardCell): DraftEvidence {
  const at = (task: string, field: string, rounding: string): string =>
    `{~.visibleRecall.window.byTask.${task}.${field}|${rounding}}`;
  const line = (task: string): string =>
    `${task} shows ${at(task, 'whole', 'integer')} of ${at(task, 'truth', 'integer')} records whole (F1 ${at(task, 'f1Whole', '4')}), ${at(task, 'begun', 'integer')} if every record that breaks off is completed (F1 ${at(task, 'f1Begun', '4')})`;
  return executed(
    `A window of {~.visibleRecall.window.window|integer} characters predicts: ${line('T7_totals_trap')}; ${line('T8_mixed_faults')}. Those values recur in the paper’s per-seed table, so its L2 may have been cut there: a hypothesis, since its harness cannot be seen.`,
    '~.visibleRecall.window',
    cell,
  );
}

export function visibleRecallFinding(cell: CardCell): DraftFinding {
  const { level, measurements } = cell;
  const path = `~.visibleRecall.${level}`;
  const found = measurements.visibleRecall[level];
  const shown =
    found.window === 0
      ? `at ${level} the model is shown no record on {${path}.partial|integer} of {${path}.tasks|integer} tasks: the harness reads them`
      : found.partial === 0
        ? `a single walk at ${level} shows every true record on all {${path}.tasks|integer} tasks`
        : `a single walk at ${level} shows every true record on all but {${path}.partial|integer} of {${path}.tasks|integer} tasks`;
  return {
    verdict: visibleRecallVerdict(found),
    summary: shown,
    evidence: [
      executed(
        `On an in-order walk the model is shown less than every true record on {${path}.partial|integer} of {${path}.tasks|integer} tasks: ${listed(found.partialTasks)}.`,
        path,
        cell,
      ),
      ...(level === 'L2' ? [windowEvidence(cell)] : []),
    ],
  };
}
