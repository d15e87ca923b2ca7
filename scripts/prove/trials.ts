// npm run prove -- trials [--harness A,B] [--suite T75,T77] [--repeats N] [--archive DIR]: every trial under every harness that is
// installed, with the model held fixed by each trial's script. Prints what the runs show, every verdict decided again from its
// packet, and beside it what was measured by hand before there were trials. With --archive nothing is run: it is an archive
// that `measurand trial run` made.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArchive } from '../../src/archive/folder.ts';
import { comparedByHand } from '../../src/commands/trial/by-hand.ts';
import { runTrials, scoreTrials } from '../../src/index.ts';

const { values } = parseArgs({
  options: {
    harness: { type: 'string', default: 'all' },
    suite: { type: 'string', default: 'first-20' },
    repeats: { type: 'string', default: '3' },
    lanes: { type: 'string', default: '2' },
    archive: { type: 'string' },
  },
});

async function freshArchive(): Promise<string> {
  const archive = join(mkdtempSync(join(tmpdir(), 'measurand-trials-')), 'archive');
  await runTrials({
    harnesses: values.harness.split(','),
    trials: values.suite.split(','),
    repeats: Number(values.repeats),
    lanes: Number(values.lanes),
    archive,
    onProgress: ({ done, total }) => process.stderr.write(`\r${done}/${total} runs`),
  });
  return archive;
}

const archive = values.archive ?? (await freshArchive());
const { report, decided, differences } = await scoreTrials({ archive });
using held = readArchive(archive);
const byHand = comparedByHand(held);
const again = { decided, differing: differences.length };
process.stdout.write(`${JSON.stringify({ ...report, again, byHand }, null, 2)}\n`);
const reference = report.cells.filter(({ harness }) => harness.startsWith('reference@'));
const sound = reference.every(({ held: share }) => share === 1) && differences.length === 0;
process.exitCode = report.ledger.errored + report.ledger.missing > 0 || !sound ? 1 : 0;
