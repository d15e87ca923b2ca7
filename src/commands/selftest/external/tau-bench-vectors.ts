import { isJsonObject } from '../../../core/json.ts';
import { equal } from '../../../core/python/operations.ts';
import { repr } from '../../../core/python/str.ts';
import type { PythonDict, PythonValue } from '../../../core/python/value.ts';
import {
  TAU_BENCH_SCAFFOLDS,
  type TauBenchOutcome,
  tauBenchScaffoldTurn,
} from '../../../scorers/restated/tau-bench/scaffold-turn.ts';
import { type Difference, NotUnderstood, vectorCase } from '../comtrade/expectation.ts';
import type { VectorSuite } from '../vector-suite.ts';
import { CANNED_TURNS } from './canned-turns.ts';
import { externalSuite, field, textField, unlike } from './python-cases.ts';

const NEEDS_RELEASE =
  'needs the release, whose data and tools decide the reward: audit tau-bench with --root';

const needsRelease = (): never => {
  throw new NotUnderstood(NEEDS_RELEASE);
};

function firstAction({ action }: TauBenchOutcome): PythonValue {
  return action ? [action.name, action.arguments] : null;
}

function check(given: PythonDict): Difference {
  const name = textField(given, 'case');
  const turn = Object.hasOwn(CANNED_TURNS, name) ? CANNED_TURNS[name] : undefined;
  const scaffold = TAU_BENCH_SCAFFOLDS.find((candidate) => candidate === field(given, 'scaffold'));
  if (!turn) throw new NotUnderstood(`there is no canned turn named ${name}`);
  if (!scaffold) throw new NotUnderstood(`there is no scaffold ${repr(field(given, 'scaffold'))}`);
  const isWritten = scaffold === 'act' || scaffold === 'react';
  const outcome = tauBenchScaffoldTurn(scaffold, isWritten ? turn.written : turn.called);
  const ending = outcome.fatal === null ? 'continues' : `episode-fatal: ${outcome.fatal}`;
  const actual = firstAction(outcome);
  const expected = field(given, 'first_action');
  const shown = textField(given, 'outcome');
  return ending === shown && equal(actual, expected)
    ? undefined
    : unlike(`${ending} ${repr(actual)}`, `${shown} ${repr(expected)}`);
}

/** What each scaffold of tau-bench does with a canned assistant turn. */
export const tauBenchScaffoldVectors = externalSuite({
  id: 'tau-bench-scaffolds',
  has: ['case', 'scaffold', 'outcome', 'first_action'],
  may: [],
  names: ['scaffold', 'case'],
  check,
});

/** Rewards of replayed actions. */
export const tauBenchRewardVectors = externalSuite({
  id: 'tau-bench-reward',
  has: ['domain', 'split', 'task', 'variant', 'actions', 'reward'],
  may: ['required_outputs', 'info', 'actions_count', 'submission'],
  names: ['domain', 'split', 'variant'],
  check: needsRelease,
});

/** Stored rewards beside replayed ones, without the actions. */
export const tauBenchReplayVectors = externalSuite({
  id: 'tau-bench-replay',
  list: 'records',
  has: ['task', 'trial', 'stored', 'replay'],
  may: ['ended', 'gth_match', 'obs_mism'],
  names: ['ended'],
  check: needsRelease,
});

/** Rewards by task and variant, without the actions. */
export const tauBenchRewardTable: VectorSuite = {
  id: 'tau-bench-reward-table',
  recognises: (document) =>
    isJsonObject(document) &&
    typeof document['domain'] === 'string' &&
    typeof document['split'] === 'string' &&
    isJsonObject(document['rewards']),
  cases(document) {
    const { rewards } = document as { readonly rewards: object };
    return Object.keys(rewards).map((task) => vectorCase(`task ${task}`, needsRelease));
  },
};
