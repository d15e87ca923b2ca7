import type { Happened, RunEvidence, ServiceEntry } from '../../../criteria/evidence.ts';

/** What a rule may ask for and a task folder cannot show its verifier. */
export type Unseen = 'conversation' | 'native record' | 'ends of turns' | 'processes';

/** Evidence that a task folder has, with a note of what else was asked for. */
export interface TaskEvidence {
  readonly evidence: RunEvidence;
  readonly unseen: ReadonlySet<Unseen>;
}

/** The workspace and the ledger of a run, and nothing of the harness: all that a verifier inside a task sees. */
export function taskEvidence(
  { before, after }: Pick<Happened, 'before' | 'after'>,
  committed: readonly ServiceEntry[],
): TaskEvidence {
  const unseen = new Set<Unseen>();
  const absent = <T>(what: Unseen, value: T): T => {
    unseen.add(what);
    return value;
  };
  const happened: Happened = {
    before,
    after,
    get turns() {
      return absent('ends of turns', []);
    },
    get processes() {
      return absent('processes', []);
    },
  };
  const evidence: RunEvidence = { committed, happened, moves: {} };
  Object.defineProperties(evidence, {
    shown: { get: () => absent('conversation', undefined) },
    persisted: { get: () => absent('native record', undefined) },
  });
  return { evidence, unseen };
}
