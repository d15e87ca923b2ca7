import type { Verdict } from '../types.ts';
import { byTask, type TaskWalk } from './walks.ts';

export interface FaultWitness {
  readonly seeds: number;
  /** Declared (task, fault) pairs, and those seen in every seed, in some, in none. */
  readonly declared: number;
  readonly always: number;
  readonly sometimes: number;
  readonly never: number;
  /** Task, then fault: in how many of the seeds a complete walk met it. */
  readonly byTask: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** `task: fault` of every pair that some seed never shows. */
  readonly missing: readonly string[];
}

/** Whether each declared fault really occurs: looked for in the service ledger of a complete walk of every seed. */
export function faultWitness(walks: readonly TaskWalk[]): FaultWitness {
  const seeds = new Set(walks.map((walk) => walk.seed)).size;
  const table: Record<string, Record<string, number>> = {};
  for (const [task, own] of byTask(walks)) {
    for (const fault of own[0]?.faultsDeclared ?? []) {
      table[task] ??= {};
      table[task][fault] = own.filter((walk) => walk.faultsSeen.includes(fault)).length;
    }
  }
  const pairs = Object.entries(table).flatMap(([task, faults]) =>
    Object.entries(faults).map(([fault, seen]) => ({ name: `${task}: ${fault}`, seen })),
  );
  return {
    seeds,
    declared: pairs.length,
    always: pairs.filter(({ seen }) => seen === seeds).length,
    sometimes: pairs.filter(({ seen }) => seen > 0 && seen < seeds).length,
    never: pairs.filter(({ seen }) => seen === 0).length,
    byTask: table,
    missing: pairs.filter(({ seen }) => seen < seeds).map(({ name }) => name),
  };
}

/** Passes when every declared fault was met in every seed; nothing declared is nothing probed. */
export function faultWitnessVerdict({ declared, always }: FaultWitness): Verdict {
  if (declared === 0) return 'not-probed';
  return always === declared ? 'pass' : 'fail';
}
