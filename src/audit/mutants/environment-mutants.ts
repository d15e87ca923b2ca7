import type { Task } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { repairedVariants } from '../../tasks/comtrade/repaired/variants.ts';
import { transcript } from '../../tasks/comtrade/transcript.ts';
import { walkInOrder } from '../../tasks/comtrade/walk.ts';
import { faultWitness, faultWitnessVerdict } from '../environment/fault-witness.ts';
import { inertSettings, inertSettingsVerdict } from '../environment/inert-settings.ts';
import { reachability, reachabilityVerdict } from '../environment/reachability.ts';
import { replay, replayVerdict } from '../environment/replay.ts';
import { seedSensitivity, seedSensitivityVerdict } from '../environment/seed-sensitivity.ts';
import { visibleRecall, visibleRecallVerdict } from '../environment/visible-recall.ts';
import { walkTasks } from '../environment/walks.ts';
import type { Verdict } from '../types.ts';
import type { Mutant } from './mutant.ts';

const SEEDS = [0, 1];
const CLEAN = repairedTask('T8_mixed_faults');
const NONE: ReadonlyMap<string, string> = new Map();

/** The same task with some members replaced; `open` and `truth` stay the clean one's. */
const changed = (members: Partial<Task>): Task => ({
  id: CLEAN.id,
  suite: CLEAN.suite,
  profile: CLEAN.profile,
  title: CLEAN.title,
  decisions: CLEAN.decisions,
  faults: CLEAN.faults,
  settings: CLEAN.settings,
  open: (seed, options) => CLEAN.open(seed, options),
  truth: (seed) => CLEAN.truth?.(seed) ?? { records: [], idField: '' },
  ...members,
});

async function sensitivity(task: Task): Promise<Verdict> {
  return seedSensitivityVerdict(seedSensitivity(await walkTasks([task], SEEDS, walkInOrder)));
}

async function witness(task: Task): Promise<Verdict> {
  return faultWitnessVerdict(faultWitness(await walkTasks([task], SEEDS, walkInOrder)));
}

async function reach(task: Task): Promise<Verdict> {
  return reachabilityVerdict(reachability(await walkTasks([task], SEEDS, walkInOrder), []));
}

async function repeat(task: Task): Promise<Verdict> {
  const first = await walkTasks([task], SEEDS, walkInOrder);
  const second = await walkTasks([task], SEEDS.toReversed(), walkInOrder);
  return replayVerdict(replay(first, second, NONE, NONE));
}

async function inert(after: Task): Promise<Verdict> {
  const digest = async (task: Task): Promise<string> =>
    sha256(JSON.stringify(await transcript(task.open(0))));
  const observe = async () => ({ before: await digest(CLEAN), after: await digest(after) });
  return inertSettingsVerdict(
    await inertSettings([{ setting: 'pageSize', task: CLEAN.id, change: '', observe }]),
  );
}

async function visible(window: number | null): Promise<Verdict> {
  const [recall] = await visibleRecall([CLEAN], 0, walkInOrder, pythonJson, [window]);
  return recall ? visibleRecallVerdict(recall) : 'not-probed';
}

/** A service whose state outlives the episode: every opening is served by the next seed. */
function leaking(): Task {
  let opened = 0;
  return changed({
    open: (seed, options) => {
      opened += 1;
      return CLEAN.open(seed + opened, options);
    },
  });
}

/** Faults planted in the environment, each for the check that must find it. */
export const ENVIRONMENT_MUTANTS: readonly Mutant[] = [
  {
    id: 'seed-reaches-nothing',
    check: 'seed-sensitivity',
    fault: 'the task opens the same episode for every seed',
    run: async () => ({
      mutant: await sensitivity(
        changed({
          open: (_, options) => CLEAN.open(0, options),
          truth: () => CLEAN.truth?.(0) ?? { records: [], idField: '' },
        }),
      ),
      twin: await sensitivity(CLEAN),
    }),
  },
  {
    id: 'fault-declared-only',
    check: 'fault-witness',
    fault: 'the task declares server errors and never answers with any',
    run: async () => ({
      mutant: await witness(changed({ faults: [...CLEAN.faults, 'server_error'] })),
      twin: await witness(CLEAN),
    }),
  },
  {
    id: 'duplicates-overwrite',
    check: 'reachability',
    fault: 'duplicates take the place of records, so a walk cannot see them all',
    run: async () => ({
      mutant: await reach(repairedTask(CLEAN.id, { duplicates: 'overwrite' })),
      twin: await reach(CLEAN),
    }),
  },
  {
    id: 'setting-without-effect',
    check: 'inert-settings',
    fault: 'a declared page size is read and then ignored',
    run: async () => {
      const variant = repairedVariants(CLEAN.id).find(({ setting }) => setting === 'pageSize');
      return {
        mutant: await inert(changed({ settings: variant?.task.settings ?? {} })),
        twin: await inert(variant?.task ?? CLEAN),
      };
    },
  },
  {
    id: 'state-leaks',
    check: 'replay',
    fault: 'what an episode is served depends on how many were opened before it',
    run: async () => ({ mutant: await repeat(leaking()), twin: await repeat(CLEAN) }),
  },
  {
    id: 'results-cut',
    check: 'visible-recall',
    fault: 'tool results are cut after some characters and the model is not told',
    run: async () => ({ mutant: await visible(800), twin: await visible(null) }),
  },
];
