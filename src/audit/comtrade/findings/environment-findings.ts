import { faultWitnessVerdict } from '../../environment/fault-witness.ts';
import { inertSettingsVerdict } from '../../environment/inert-settings.ts';
import { reachabilityVerdict } from '../../environment/reachability.ts';
import { replayVerdict } from '../../environment/replay.ts';
import { seedSensitivityVerdict } from '../../environment/seed-sensitivity.ts';
import type { DraftFinding } from '../../guard/draft.ts';
import { reliabilityVerdict } from '../../reliability/spectrum.ts';
import { type CardCell, executed, listed, recomputed } from './draft.ts';

const BASE = '~.environment';

export function seedSensitivityFinding(cell: CardCell): DraftFinding {
  const found = cell.measurements.environment.seedSensitivity;
  const path = `${BASE}.seedSensitivity`;
  const verdict = seedSensitivityVerdict(found);
  return {
    verdict,
    summary:
      verdict === 'pass'
        ? `{${path}.seeds|integer} seeds give other records on all {${path}.tasks|integer} tasks`
        : `the seed changes nothing: records are the same for {${path}.seeds|integer} seeds on {${path}.sameRecords|integer} of {${path}.tasks|integer} tasks`,
    evidence: [
      executed(
        `Over {${path}.seeds|integer} seeds the canonical records are the same on {${path}.sameRecords|integer} of {${path}.tasks|integer} tasks, and the whole service ledger of an in-order walk on {${path}.sameService|integer}.`,
        path,
        cell,
      ),
    ],
  };
}

export function faultWitnessFinding(cell: CardCell): DraftFinding {
  const found = cell.measurements.environment.faultWitness;
  const path = `${BASE}.faultWitness`;
  const verdict = faultWitnessVerdict(found);
  return {
    verdict,
    summary:
      verdict === 'pass'
        ? `all {${path}.declared|integer} declared faults occur in every seed`
        : `{${path}.never|integer} of {${path}.declared|integer} declared faults never occur: ${listed(found.missing)}`,
    evidence: [
      executed(
        `Of {${path}.declared|integer} declared (task, fault) pairs a complete walk meets {${path}.always|integer} in all {${path}.seeds|integer} seeds, {${path}.sometimes|integer} in some and {${path}.never|integer} in none. Missing: ${listed(found.missing)}.`,
        path,
        cell,
      ),
    ],
  };
}

export function reachabilityFinding(cell: CardCell): DraftFinding {
  const found = cell.measurements.environment.reachability;
  const path = `${BASE}.reachability`;
  const short = found.shortTasks.map(
    (task) =>
      `${task} {${path}.byTask.${task}.straight|integer} of {${path}.byTask.${task}.truth|integer} ({${path}.byTask.${task}.attainable|integer} by walking again, in {${path}.byTask.${task}.requestsAttainable|integer} of {${path}.byTask.${task}.requestBudget|integer} requests)`,
  );
  return {
    verdict: reachabilityVerdict(found),
    summary:
      found.short === 0
        ? `a single walk shows every true record on all {${path}.tasks|integer} tasks`
        : `a straight walk cannot show all truth on {${path}.short|integer} of {${path}.tasks|integer} tasks: ${listed(found.shortTasks)}`,
    evidence: [
      executed(
        `A single in-order walk with truthful retries shows every true record on {${path}.whole|integer} of {${path}.tasks|integer} tasks${short.length === 0 ? '' : `; short are ${short.join('; ')}`}.`,
        path,
        cell,
      ),
    ],
  };
}

export function inertSettingsFinding(cell: CardCell): DraftFinding {
  const found = cell.measurements.environment.inertSettings;
  const path = `${BASE}.inertSettings`;
  return {
    verdict: inertSettingsVerdict(found),
    summary:
      found.inert === 0
        ? `all {${path}.settings|integer} declared settings act`
        : `{${path}.inert|integer} of {${path}.settings|integer} declared settings do nothing: ${listed(found.inertSettings)}`,
    evidence: [
      executed(
        `Each of {${path}.settings|integer} declared settings was changed on every task that has it; {${path}.acting|integer} changed something that requests can tell. Inert: ${listed(found.inertSettings)}.`,
        path,
        cell,
      ),
    ],
  };
}

export function replayFinding(cell: CardCell): DraftFinding {
  const path = `${BASE}.replay`;
  const verdict = replayVerdict(cell.measurements.environment.replay);
  return {
    verdict,
    summary:
      verdict === 'pass'
        ? `{${path}.walks|integer} walks and {${path}.episodes|integer} episodes, run again, give the same bytes`
        : `{${path}.walksDiffering|integer} of {${path}.walks|integer} walks and {${path}.episodesDiffering|integer} of {${path}.episodes|integer} episodes differ when run again`,
    evidence: [
      executed(
        `{${path}.walks|integer} walks, the second time in reverse order, and {${path}.episodes|integer} whole episodes were run again from the same seeds; {${path}.walksDiffering|integer} and {${path}.episodesDiffering|integer} of them gave other bytes.`,
        path,
        cell,
      ),
    ],
  };
}

export function reliabilityFinding(cell: CardCell): DraftFinding {
  const { reliability } = cell.measurements;
  const path = '~.reliability';
  const says = `{${path}.models|integer} models with {${path}.fewest|integer} to {${path}.most|integer} runs each over {${path}.tasks|integer} tasks and {${path}.seeds|integer} seeds, reported with worst case, CVaR@0.2 and Reliability@0.9 beside the mean.`;
  const verdict = reliabilityVerdict(reliability);
  const summary = `worst case and tail over {${path}.seeds|integer} seeds a task, {${path}.models|integer} models`;
  if (reliability.spectrum.origin === 'executed')
    return { verdict, summary, evidence: [executed(says, path, cell)] };
  return {
    verdict,
    summary,
    annotation: 'seeds vary the model only',
    evidence: [recomputed(`Recomputed from printed per-seed rows: ${says}`, path, 'Table A13')],
  };
}
