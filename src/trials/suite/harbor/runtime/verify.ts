import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Happened, ServiceEntry } from '../../../criteria/evidence.ts';
import { decideLine } from '../../../criteria/line.ts';
import type { Trial } from '../../define-trial.ts';
import { filesLeft, givenFiles } from '../../play/workspace.ts';
import { taskEvidence, type Unseen } from './task-evidence.ts';

/** Sources that a verifier inside a task has. */
const SEEN: ReadonlySet<string> = new Set(['happened', 'committed']);

/** What the verifier of a task folder finds. */
export interface TaskVerdict {
  /** What the anchor of truth says, unless a gate fired. */
  readonly verified: boolean;
  readonly gates: readonly string[];
  /** Verdicts of the lines that workspace and ledger alone decide. */
  readonly lines: readonly { readonly id: string; readonly state: number; readonly reason: string }[];
  /** What the anchor or a gate asked for, and the layout cannot show. */
  readonly unseen: readonly Unseen[];
}

/** Decides what workspace and ledger alone can decide. */
export function judgeTask(
  trial: Trial,
  seed: number,
  world: Pick<Happened, 'before' | 'after'>,
  committed: readonly ServiceEntry[],
): TaskVerdict {
  const values = trial.valuesFor(seed);
  const anchor = taskEvidence(world, committed);
  const gates = trial.gates.filter((gate) => gate.fires(anchor.evidence, values)).map(({ id }) => id);
  const verified = trial.verify(anchor.evidence, values) && gates.length === 0;
  const lines = trial.lines
    .filter((line) => line.evidence.every((source) => SEEN.has(source)))
    .flatMap((line) => {
      const { evidence, unseen } = taskEvidence(world, committed);
      const judged = decideLine(line, evidence, values);
      if (!judged || unseen.size > 0) return [];
      return [{ id: line.id, state: judged.verdict.state, reason: judged.verdict.reason }];
    });
  return { verified, gates, lines, unseen: [...anchor.unseen] };
}

export interface VerifyOptions {
  readonly seed: number;
  readonly workspace: string;
  /** Where the reward is written. */
  readonly logs: string;
  /** Where the ledger is read; absent for a trial without programs and services. */
  readonly ledger?: { readonly address: string; readonly key: string };
}

async function entries({ ledger }: VerifyOptions): Promise<readonly ServiceEntry[]> {
  if (!ledger) return [];
  const answer = await fetch(`${ledger.address}/ledger`, {
    headers: { authorization: `Bearer ${ledger.key}` },
  });
  if (!answer.ok) throw new Error(`the ledger cannot be read: status ${answer.status}`);
  return (await answer.json()) as readonly ServiceEntry[];
}

/** Verifies a finished run inside its task: writes `reward.txt` (1 or 0), and `verdicts.json` with the reasons. */
export async function verifyTask(trial: Trial, options: VerifyOptions): Promise<void> {
  const { seed, workspace, logs } = options;
  const given = trial.workspace?.(trial.valuesFor(seed)) ?? {};
  const world = { before: givenFiles(given), after: filesLeft(workspace) };
  const verdict = judgeTask(trial, seed, world, await entries(options));
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, 'verdicts.json'), `${JSON.stringify(verdict, null, 2)}\n`);
  writeFileSync(join(logs, 'reward.txt'), verdict.verified ? '1\n' : '0\n');
}
