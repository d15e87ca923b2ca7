// A target of your own. Fill in the methods; try it with: measurand bridge check -- node target.mts
// (Node 22.18 or newer runs TypeScript as it stands; older ones need a loader such as tsx.)
import { Refusal, serve } from './measurand-bridge.mjs';

const CASES: Readonly<Record<string, string>> = { capital: 'Paris', sum: '1764' };

/** Stands for your scorer. Import the real one instead. */
function scoreAnswer(answer: unknown, gold: string): number {
  return String(answer).trim().toLowerCase() === gold.toLowerCase() ? 1 : 0;
}

function goldOf(task: string): string {
  const gold = Object.hasOwn(CASES, task) ? CASES[task] : undefined;
  if (gold === undefined) throw new Refusal('unknown_task', `no task ${task}`);
  return gold;
}

await serve(() => ({
  name: 'my-target',
  scorerKind: 'outcome',
  submission: 'text',
  root: import.meta.dirname,
  files: [import.meta.filename],
  listTasks: () => Object.keys(CASES).map((id) => ({ id })),
  truth: goldOf,
  score: (task, submission) => {
    const value = scoreAnswer(submission, goldOf(task));
    return { score: value, passed: value >= 1 };
  },
}));
