import { integerOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const MOST_TASKS = 1_000_000;

const part = (name: string, part: number | undefined, of: number | undefined): string =>
  part === undefined ? '' : ` ${name} ${part}/${of}`;

export default defineCliCommand({
  name: 'census',
  description: "Go through the paper's nine benchmarks: execute what is here, classify the rest",
  args: {
    roots: {
      type: 'string',
      description: 'TOML file with one table a benchmark: root, domain, scorer, cases, python',
      valueHint: 'FILE',
    },
    tasks: { type: 'string', description: 'Tasks to probe of each', valueHint: 'N', default: '20' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand census --roots roots.toml',
      shows: 'one row a benchmark: executed, classified from its source, or not probed, and why',
    },
  ],
  async run({ roots, tasks, json }, terminal) {
    const { census } = await import('../commands/census/census.ts');
    const report = await census({
      tasks: integerOption('tasks', tasks, 1, MOST_TASKS) as number,
      ...(roots === undefined ? {} : { roots }),
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    if (json) terminal.json(report);
    else {
      for (const { name, kind, evidence, falseAccepts, nullFloor, detail, inPart } of report.rows) {
        const figures = `${part('false accepts', falseAccepts?.accepted, falseAccepts?.tried)}${part(', null floor', nullFloor?.above, nullFloor?.tried)}`;
        terminal.print(
          `${name.padEnd(11)}${kind.padEnd(15)}${(inPart ? 'in part' : evidence).padEnd(11)}${figures} ${detail}`,
        );
      }
      terminal.print(
        `${report.executed} executed (${report.inPart} in part), ${report.source} from source, ${report.notProbed} not probed`,
      );
    }
    return 0;
  },
});
