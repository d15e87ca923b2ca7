import type { Trial } from '../define-trial.ts';
import type { TaskVerdict } from './runtime/verify.ts';

/** What became of one part of a trial or a task on its way into the other form. */
export interface Loss {
  readonly part: string;
  readonly fate: 'kept' | 'changed' | 'lost' | 'unknown';
  readonly says: string;
}

const loss = (part: string, fate: Loss['fate'], says: string): Loss => ({ part, fate, says });

const SETTINGS: Readonly<Record<string, string>> = {
  denyRead: 'no rule keeps the agent from reading',
  denyWrite: 'no rule keeps the agent from writing',
  denyCommand: 'no rule keeps the agent from running',
  finishHook: 'nothing is run when the agent would finish:',
  approval: 'nobody is asked before a tool is called:',
  approver: 'nobody is asked before a tool is called:',
};

function turnLosses({ prompts, secondsPerTurn }: Trial): readonly Loss[] {
  const turns = prompts.length;
  return [
    turns === 1
      ? loss('prompt', 'kept', 'instruction.md')
      : loss(
          'turns',
          'changed',
          `${turns} steps; whether an agent goes on with its session is up to the agent`,
        ),
    loss('time', 'changed', `${secondsPerTurn} s a turn is the time limit of the agent, on whatever machine`),
  ];
}

function worldLosses(trial: Trial, seed: number): readonly Loss[] {
  const { programs = [], services = [], script } = trial;
  return [
    loss('private values', 'changed', `those of seed ${seed}, in every run of the task`),
    loss('workspace', 'kept', 'environment/workspace'),
    ...programs.map(({ name }) =>
      loss(`program ${name}`, 'kept', 'asks a container of its own, apparatus, what to do'),
    ),
    ...services.map(({ name }) =>
      loss(`tools of ${name}`, 'kept', 'served by the container apparatus, over streamable HTTP'),
    ),
    ...Object.entries(trial.settings ?? {}).map(([name, value]) =>
      loss(`setting ${name}`, 'lost', `${SETTINGS[name] ?? 'no place for it:'} ${JSON.stringify(value)}`),
    ),
    ...(script.provider ? [loss('faults of the provider', 'lost', 'the model of an agent is its own')] : []),
    loss('script', 'kept', 'as the solution: it obeys what it is told, with no harness in between'),
  ];
}

function sheetLosses(trial: Trial, verdict: TaskVerdict): readonly Loss[] {
  const decided = new Set(verdict.lines.map(({ id }) => id));
  const sheet = (name: 'harness' | 'agent', title: string): Loss => {
    const lines = trial.lines.filter((line) => line.sheet === name);
    const held = lines.filter(({ id }) => decided.has(id));
    const says = `${held.length} of ${lines.length} lines are decided, from workspace and ledger, in verdicts.json`;
    return loss(title, held.length === 0 ? 'lost' : 'changed', says);
  };
  const blind =
    verdict.unseen.length === 0
      ? 'workspace and ledger are all that it looks at'
      : `it looks for more than a task shows: ${verdict.unseen.join(', ')}`;
  return [
    loss('anchor of truth', verdict.unseen.length === 0 ? 'kept' : 'changed', blind),
    sheet('harness', 'Harness sheet'),
    sheet('agent', 'Agent sheet'),
    ...(trial.chains.length > 0
      ? [loss('chains', 'lost', 'no boundary is recorded at which a link could be shown or repaired')]
      : []),
  ];
}

/** What a task folder keeps of a trial, what it changes, and what it has no place for. */
export const exportLosses = (trial: Trial, seed: number, verdict: TaskVerdict): readonly Loss[] => [
  ...turnLosses(trial),
  ...worldLosses(trial, seed),
  ...sheetLosses(trial, verdict),
];
