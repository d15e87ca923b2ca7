import { byCodePoint } from '../../core/canonical.ts';
import type { Environment, Seed, Task } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';

/** Drives an environment in order with truthful retries. What it did is read from the ledger. */
export type Walker = (environment: Environment) => Promise<unknown>;

/** One in-order walk of one (task, seed), as the service's ledger tells it. */
export interface TaskWalk {
  readonly task: string;
  readonly seed: Seed;
  /** Digest of the canonical truth; empty when the task has no oracle. */
  readonly truthDigest: string;
  /** Digest of the whole ledger: what was asked, answered and served. */
  readonly serviceDigest: string;
  readonly faultsDeclared: readonly string[];
  /** Kinds of fault that the ledger shows, sorted. */
  readonly faultsSeen: readonly string[];
  readonly truth: number;
  /** Distinct true records served. */
  readonly reached: number;
  readonly requests: number;
  readonly requestBudget: number;
}

function distinctTrue(environment: Environment, ids: ReadonlySet<unknown>): number {
  const served = new Set<string>();
  for (const entry of environment.ledger())
    for (const id of entry.served ?? []) if (ids.has(id)) served.add(id);
  return served.size;
}

/** Opens a fresh environment, walks it, and reads the ledger. */
export async function walkTask(task: Task, seed: Seed, walk: Walker): Promise<TaskWalk> {
  const environment = task.open(seed);
  await walk(environment);
  const ledger = environment.ledger();
  const truth = task.truth?.(seed);
  const ids = new Set(truth?.records.map((record) => record[truth.idField]));
  return {
    task: task.id,
    seed,
    truthDigest: truth ? sha256(JSON.stringify(truth.records)) : '',
    serviceDigest: sha256(JSON.stringify(ledger)),
    faultsDeclared: task.faults,
    faultsSeen: [...new Set(ledger.flatMap((entry) => entry.faults))].sort(byCodePoint),
    truth: ids.size,
    reached: distinctTrue(environment, ids),
    requests: ledger.filter((entry) => entry.charged).length,
    requestBudget: environment.requestBudget,
  };
}

/** Every task at every seed, one walk each, in that order. */
export async function walkTasks(
  tasks: readonly Task[],
  seeds: readonly Seed[],
  walk: Walker,
): Promise<TaskWalk[]> {
  const walks: TaskWalk[] = [];
  for (const task of tasks) for (const seed of seeds) walks.push(await walkTask(task, seed, walk));
  return walks;
}

/** Walks grouped by task, in first-seen order. */
export function byTask(walks: readonly TaskWalk[]): Map<string, TaskWalk[]> {
  const groups = new Map<string, TaskWalk[]>();
  for (const walk of walks) groups.set(walk.task, [...(groups.get(walk.task) ?? []), walk]);
  return groups;
}
