// npm run prove -- trials [--harness A,B] [--suite T75,T77] [--repeats N] [--archive DIR]: every trial under every harness
// that is installed, with the model held fixed by each trial's script. Prints what the runs show. With --archive it goes
// on where it was stopped.
import { parseArgs } from 'node:util';
import { runTrials } from '../../src/index.ts';

const { values } = parseArgs({
  options: {
    harness: { type: 'string', default: 'all' },
    suite: { type: 'string', default: 'first-20' },
    repeats: { type: 'string', default: '3' },
    lanes: { type: 'string', default: '2' },
    archive: { type: 'string' },
  },
});

const { archive: _, ...report } = await runTrials({
  harnesses: values.harness.split(','),
  trials: values.suite.split(','),
  repeats: Number(values.repeats),
  lanes: Number(values.lanes),
  ...(values.archive === undefined ? {} : { archive: values.archive }),
  onProgress: ({ done, total }) => process.stderr.write(`\r${done}/${total} runs`),
});
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const reference = report.cells.filter(({ harness }) => harness.startsWith('reference@'));
const held = reference.every(({ held: share }) => share === 1);
process.exitCode = report.interrupted || report.ledger.errored > 0 || !held ? 1 : 0;
