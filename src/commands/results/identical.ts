import type { Results } from '../../report/results/document.ts';
import type { LoggedRun } from '../../study/results/run.ts';

type Pair = Results['identical'][number];

/** Pairs of models that both handed something in for the same task, scaffold and trial, and how often it was the same bytes. */
export function identicalSubmissions(runs: readonly LoggedRun[]): readonly Pair[] {
  const places = new Map<string, Map<string, string>>();
  for (const { suite, task, trial, scaffold, model, submission } of runs) {
    if (submission === undefined) continue;
    const key = JSON.stringify([suite, task, trial, scaffold]);
    const own = places.get(key) ?? new Map<string, string>();
    own.set(model, submission);
    places.set(key, own);
  }
  const pairs = new Map<string, { a: string; b: string; scaffold: string; shared: number; same: number }>();
  for (const [key, own] of places) {
    const scaffold = (JSON.parse(key) as string[])[3] as string;
    const models = [...own].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [at, [a, first]] of models.entries())
      for (const [b, second] of models.slice(at + 1)) {
        const name = JSON.stringify([a, b, scaffold]);
        const pair = pairs.get(name) ?? { a, b, scaffold, shared: 0, same: 0 };
        pair.shared += 1;
        if (first === second) pair.same += 1;
        pairs.set(name, pair);
      }
  }
  return [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}
