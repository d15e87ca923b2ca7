import type { Verdict } from '../types.ts';
import { byTask, type TaskWalk } from './walks.ts';

export interface TaskReach {
  readonly truth: number;
  /** Fewest distinct true records that one in-order walk served, over the seeds. */
  readonly straight: number;
  /** Fewest that walking again and again inside the request budget served. */
  readonly attainable: number;
  readonly requestsStraight: number;
  readonly requestsAttainable: number;
  readonly requestBudget: number;
}

export interface Reachability {
  readonly seeds: number;
  readonly tasks: number;
  /** Tasks on which one in-order walk with truthful retries shows every true record, in every seed. */
  readonly whole: number;
  readonly short: number;
  readonly byTask: Readonly<Record<string, TaskReach>>;
  readonly shortTasks: readonly string[];
}

const least = (values: readonly number[]): number => Math.min(...values);
const most = (values: readonly number[]): number => Math.max(...values);

/** @param reWalks the same (task, seed) pairs, walked until nothing new comes or the budget is spent */
export function reachability(walks: readonly TaskWalk[], reWalks: readonly TaskWalk[]): Reachability {
  const again = byTask(reWalks);
  const table: Record<string, TaskReach> = {};
  for (const [task, own] of byTask(walks)) {
    const repeated = again.get(task) ?? own;
    table[task] = {
      truth: most(own.map((walk) => walk.truth)),
      straight: least(own.map((walk) => walk.reached)),
      attainable: least(repeated.map((walk) => walk.reached)),
      requestsStraight: most(own.map((walk) => walk.requests)),
      requestsAttainable: most(repeated.map((walk) => walk.requests)),
      requestBudget: least(own.map((walk) => walk.requestBudget)),
    };
  }
  const shortTasks = Object.keys(table).filter(
    (task) => (table[task]?.straight ?? 0) < (table[task]?.truth ?? 0),
  );
  return {
    seeds: new Set(walks.map((walk) => walk.seed)).size,
    tasks: Object.keys(table).length,
    whole: Object.keys(table).length - shortTasks.length,
    short: shortTasks.length,
    byTask: table,
    shortTasks,
  };
}

/** Passes when no task is short; tasks without an oracle leave it not probed. */
export function reachabilityVerdict({ tasks, short, byTask: table }: Reachability): Verdict {
  if (tasks === 0 || Object.values(table).some((reach) => reach.truth === 0)) return 'not-probed';
  return short === 0 ? 'pass' : 'fail';
}
