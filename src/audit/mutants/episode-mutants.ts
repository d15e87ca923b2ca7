import type { EpisodeRecord, Scaffold, Scorer } from '../../core/contracts/index.ts';
import { scaffoldNamed } from '../../scaffolds/registry.ts';
import { scorerNamed } from '../../scorers/registry.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import { intercept } from '../environment/intercept.ts';
import { outputFloor, outputFloorVerdict } from '../interface/output-floor.ts';
import { jointIntervention, jointVerdict } from '../joint/joint.ts';
import { nonDegeneracy, nonDegeneracyVerdict } from '../ownership/non-degeneracy.ts';
import { ownership, ownershipRows, ownershipVerdict } from '../ownership/ownership.ts';
import { reliability, reliabilityVerdict, runsByModel, spectrum } from '../reliability/spectrum.ts';
import type { Verdict } from '../types.ts';
import type { Mutant } from './mutant.ts';
import { play } from './play.ts';

const TASK = repairedTask('T8_mixed_faults');
const DECISIONS = ['retry', 'dedup', 'pagination', 'submission'];
const MODELS = ['perfect', 'never-deduplicates', 'gives-up-on-first-fault', 'never-submits'];
const l2 = (): Scaffold => scaffoldNamed('l2');
const truth = (): Scorer => scorerNamed('truth');

/** A harness that says that the model retries, and asks again by itself when a fault comes back. */
function retriesInSecret(): Scaffold {
  const clean = l2();
  return {
    ...clean,
    run: (cell, recorder) => {
      const { environment } = cell;
      const helping = intercept(environment, async (name, args) => {
        const result = await environment.call(name, args);
        if (!saysRetryable(result.value)) return result;
        recorder.record({ type: 'decision', decision: 'retry', owner: 'scaffold', choice: 'retry' });
        return environment.call(name, args);
      });
      return clean.run({ ...cell, environment: helping }, recorder);
    },
  };
}

const constant = (value: number): Scorer => ({
  ...truth(),
  score: () => Promise.resolve({ scorer: 'truth', value, parts: {}, notes: [] }),
});

async function owned(scaffold: Scaffold): Promise<Verdict> {
  const records = await play({ tasks: [TASK], scaffolds: [scaffold], models: MODELS, scorers: [truth()] });
  return ownershipVerdict(ownership(scaffold.id, ownershipRows(scaffold, DECISIONS, records)));
}

async function live(scorer: Scorer): Promise<Verdict> {
  const records = await play({ tasks: [TASK], scaffolds: [l2()], models: MODELS, scorers: [scorer] });
  const contrast = { decision: 'dedup', model: 'perfect', against: 'never-deduplicates' };
  return nonDegeneracyVerdict(nonDegeneracy(records, [contrast], scorer.id));
}

async function floor(outputTokens: number): Promise<Verdict> {
  const records = await play({
    tasks: [TASK],
    scaffolds: [l2()],
    models: ['perfect'],
    scorers: [truth()],
    protocol: 'single',
    limits: { outputTokens },
  });
  return outputFloorVerdict(
    outputFloor(records, {
      protocol: 'single',
      outputTokens,
      tokensPerRow: 54,
      truth: { [TASK.id]: 60 },
      scorer: 'truth',
    }),
  );
}

async function separates(shipped: Scorer): Promise<Verdict> {
  const design = { task: TASK.id, L0: 'l0', L2: 'l2', shipped: 'shipped', truth: 'truth' };
  const records = await play({
    tasks: [TASK],
    scaffolds: [scaffoldNamed('l0'), l2()],
    models: MODELS,
    scorers: [{ ...shipped, id: 'shipped' }, truth()],
  });
  const named: readonly EpisodeRecord[] = records.map((record) => ({
    ...record,
    scores: record.scores.map((score, i) => (i === 0 ? { ...score, scorer: 'shipped' } : score)),
  }));
  return jointVerdict(jointIntervention(named, design, 'executed'), 'L2', 'shipped');
}

async function reliable(seeds: number): Promise<Verdict> {
  const records = await play({
    tasks: [TASK],
    scaffolds: [l2()],
    models: ['perfect', 'never-deduplicates'],
    scorers: [truth()],
    seeds: Array.from({ length: seeds }, (_, seed) => seed),
  });
  const facts = {
    origin: 'executed',
    title: '',
    level: 'L2',
    scorer: 'truth',
    tasks: [TASK.id],
    seeds,
  } as const;
  return reliabilityVerdict(reliability(spectrum(runsByModel(records, 'truth'), facts)));
}

/** Faults planted in a scaffold, a population or a design, each for the check that must find it. */
export const EPISODE_MUTANTS: readonly Mutant[] = [
  {
    id: 'scaffold-retries-in-secret',
    check: 'ownership',
    fault: 'the scaffold declares that the model retries and retries by itself',
    run: async () => ({ mutant: await owned(retriesInSecret()), twin: await owned(l2()) }),
  },
  {
    id: 'decision-without-consequence',
    check: 'non-degeneracy',
    fault: 'whatever the model decides, the outcome is the same',
    run: async () => ({ mutant: await live(constant(0.7)), twin: await live(truth()) }),
  },
  {
    id: 'reply-too-short',
    check: 'interface-floor',
    fault: 'a reply holds ten rows where sixty must be handed in',
    run: async () => ({ mutant: await floor(540), twin: await floor(6000) }),
  },
  {
    id: 'shipped-scorer-constant',
    check: 'joint-intervention',
    fault: 'the shipped scorer gives every submission the same score',
    run: async () => ({ mutant: await separates(constant(0.98)), twin: await separates(truth()) }),
  },
  {
    id: 'single-run-reported',
    check: 'reliability',
    fault: 'a worst case is reported from a single seed',
    run: async () => ({ mutant: await reliable(1), twin: await reliable(10) }),
  },
];
