// npm run prove -- trial-mutants [--lanes N] [--own] [--markdown FILE]: plants every fault in the reference harness and
// runs every trial on it; with --own only the trials that have a line which names the fault. Prints the confusion matrix, and writes it as a page.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { trialMutants } from '../../src/index.ts';
import { sectionsMarkdown } from '../../src/report/study/markdown.ts';
import { mutantSections } from '../../src/report/trials/mutants.ts';

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'all' },
    own: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '2' },
    markdown: { type: 'string', default: 'docs/trial-mutants.md' },
  },
});

const report = await trialMutants({
  trials: values.suite.split(','),
  lanes: Number(values.lanes),
  ownTrialsOnly: values.own,
  onProgress: ({ done, total }) => process.stderr.write(`\r${done}/${total} runs`),
});
const page = sectionsMarkdown('Trials against planted faults', mutantSections(report));
writeFileSync(values.markdown, page);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const valid = report.clean.length === 0 && report.mutants.every(({ state }) => state !== 'not-exact');
process.exitCode = valid ? 0 : 1;
