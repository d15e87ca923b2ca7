import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const MOST_REPEATS = 1000;

async function compared(before: string, after: string, json: boolean, terminal: Terminal): Promise<number> {
  const { compareProbes, readProbeMatrix } = await import('../commands/probe/compare.ts');
  const comparison = compareProbes(readProbeMatrix(before), readProbeMatrix(after));
  if (json) terminal.json(comparison);
  else {
    const { comparisonText } = await import('../commands/probe/matrix-text.ts');
    terminal.print(comparisonText(comparison));
  }
  return comparison.differences.length === 0 ? 0 : 1;
}

export default defineCliCommand({
  name: 'probe',
  description: 'Probe agent harnesses with a scripted model: what does each tell its model',
  args: {
    before: { type: 'positional', description: 'With --compare: an older matrix.json', required: false },
    after: { type: 'positional', description: 'With --compare: a newer one', required: false },
    harness: {
      type: 'string',
      description: 'Which harnesses, such as codex,pi; `all` for every one that is installed',
      valueHint: 'A,B',
      default: 'all',
    },
    probes: { type: 'string', description: 'Which probes, such as exit-3,same-id', valueHint: 'A,B' },
    repeats: { type: 'string', description: 'Runs of each session', valueHint: 'N', default: '1' },
    out: { type: 'string', description: 'Folder for matrix.json and every run', valueHint: 'DIR' },
    compare: { type: 'boolean', description: 'Compare two files instead; exit code 1 when cells differ' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand probe --harness codex,pi --repeats 3 --out probed',
      shows: 'what each tells its model, cell by cell, with the words of the request body behind it',
    },
    {
      line: 'measurand probe --compare old/matrix.json new/matrix.json',
      shows: 'the cells that two versions of a harness differ in',
    },
  ],
  async run({ before, after, harness, probes, repeats, out, compare, json }, terminal) {
    if (compare || before !== undefined) {
      const { comparedFiles } = await import('../commands/probe/compared-files.ts');
      const files = comparedFiles(compare, before, after);
      return compared(files.before, files.after, json, terminal);
    }
    const { probe } = await import('../commands/probe/probe.ts');
    const wanted = listOption('probes', probes);
    const asked = harness === 'all' ? undefined : listOption('harness', harness);
    const matrix = await probe({
      ...(asked ? { harnesses: asked } : {}),
      ...(wanted ? { probes: wanted } : {}),
      repeats: integerOption('repeats', repeats, 1, MOST_REPEATS) ?? 1,
      ...(out === undefined ? {} : { out }),
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    if (json) terminal.json(matrix);
    else {
      const { matrixText } = await import('../commands/probe/matrix-text.ts');
      terminal.print(matrixText(matrix));
      if (out !== undefined) terminal.note(`${out}/matrix.json`);
    }
    if (matrix.failures) return 4;
    const missing = matrix.harnesses.some(({ version }) => version === null);
    return asked && missing ? 3 : 0;
  },
});
