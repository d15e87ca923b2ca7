import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HarnessAdapter } from '../contracts.ts';
import type { ProgramResult } from '../process/program-run.ts';
import { compareSnapshots, type Snapshot } from '../process/snapshot.ts';
import { filesBelow } from './left-session.ts';
import type { HarnessRunRecord, TurnRecord } from './run-record.ts';

/** Everything of a run that is not in its boundary log already. */
export interface KeptRun {
  /** The run's folder. */
  readonly folder: string;
  readonly adapter: HarnessAdapter;
  readonly record: Omit<HarnessRunRecord, 'format' | 'turns' | 'native'>;
  readonly outcomes: readonly ProgramResult[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What must not be kept: the token of the run. */
  readonly secret: string;
}

function turnOf(outcome: ProgramResult): TurnRecord {
  const { exitCode, signal, timedOut, limit, written, truncated, orphans, signalled } = outcome;
  return {
    exitCode,
    signal,
    timedOut,
    limit,
    written: { stdout: written.stdout, stderr: written.stderr },
    truncated,
    orphans,
    signalled: signalled.map(({ signal: name, target }) => ({ signal: name, target })),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Copies the harness's own records out of its home. */
function copyNative({ folder, adapter }: KeptRun): HarnessRunRecord['native'] {
  const home = join(folder, 'files', 'home');
  return adapter.records(filesBelow(home)).map(({ format, files }) => {
    for (const file of files) {
      const target = join(folder, 'native', file);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(home, file), target);
    }
    return { reader: format, files };
  });
}

/**
 * Writes down what a run left: `run.json`, the two streams of each turn, the workspace before and after, and copies of
 * the harness's own records, which `measurand trace diff native boundary` sets beside what the model was shown.
 */
export function keepRun(kept: KeptRun): HarnessRunRecord {
  const { folder, outcomes, before, after, secret } = kept;
  for (const [turn, outcome] of outcomes.entries()) {
    const at = join(folder, 'turns', String(turn));
    mkdirSync(at, { recursive: true });
    for (const stream of ['stdout', 'stderr'] as const) {
      const text = Buffer.from(outcome[stream]).toString('latin1').replaceAll(secret, '{token}');
      writeFileSync(join(at, stream), text, 'latin1');
    }
  }
  writeFileSync(
    join(folder, 'workspace.json'),
    json({ before, after, changes: compareSnapshots(before, after) }),
  );
  const record: HarnessRunRecord = {
    format: 'measurand.harness-run/1',
    ...kept.record,
    turns: outcomes.map(turnOf),
    native: copyNative(kept),
  };
  writeFileSync(join(folder, 'run.json'), json(record));
  return record;
}
