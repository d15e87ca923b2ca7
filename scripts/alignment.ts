/**
 * Writes how far each harness's own records agree with what its model was shown, over the runs that `measurand probe
 * --out` kept: `tsx scripts/alignment.ts PROBED... > docs/probes/alignment.json`. The first repeat of each session.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceDiff } from '../src/commands/trace/diff.ts';
import { MeasurandError } from '../src/core/errors.ts';
import { HarnessRunRecordSchema } from '../src/scaffolds/native/run/run-record.ts';

interface Example {
  readonly session: string;
  readonly call: string | null;
  readonly what: string;
}

class Alignment {
  version = '';
  sessions = 0;
  calls = 0;
  joined = 0;
  readonly differences: Record<string, { count: number; first: Example }> = {};
  readonly unread: { session: string; why: string }[] = [];
}

const LONGEST = 200;

async function add(to: Alignment, session: string, folder: string): Promise<void> {
  const record = HarnessRunRecordSchema.parse(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')));
  to.version = record.version;
  if (record.native.length === 0) {
    to.unread.push({ session, why: 'the harness kept no record' });
    return;
  }
  try {
    const { calls, differences } = await traceDiff({
      a: join(folder, 'native'),
      b: join(folder, 'boundary'),
    });
    to.sessions += 1;
    to.calls += calls.length;
    to.joined += calls.filter(({ rule }) => rule !== null).length;
    for (const { kind, call = null, what } of differences) {
      to.differences[kind] ??= { count: 0, first: { session, call, what: what.slice(0, LONGEST) } };
      to.differences[kind].count += 1;
    }
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    to.unread.push({ session, why: error.message });
  }
}

const alignments: Record<string, Alignment> = {};
for (const probed of process.argv.slice(2)) {
  const runs = join(probed, 'runs');
  for (const harness of readdirSync(runs).sort()) {
    alignments[harness] ??= new Alignment();
    for (const session of readdirSync(join(runs, harness)).sort()) {
      const folder = join(runs, harness, session, '0');
      if (existsSync(join(folder, 'run.json'))) await add(alignments[harness], session, folder);
    }
  }
}
process.stdout.write(`${JSON.stringify(alignments, null, 2)}\n`);
