import { MeasurandError } from '../core/errors.ts';
import type { TraceDiff, TraceDifference } from '../trace/diff/types.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const VISIBILITIES = ['happened', 'committed', 'shown', 'persisted'] as const;

function usage(what: string): MeasurandError {
  return new MeasurandError('invalid-usage', what, { next: 'Write trace show TRACE, or trace diff A B' });
}

function said(side: string, value: TraceDifference['a']): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `\n      ${side}: ${text.replaceAll('\n', '⏎ ')}`;
}

function printDiff({ a, b, calls, differences }: TraceDiff, terminal: Terminal): void {
  terminal.print(`A ${a.reader}, what was ${a.side}\nB ${b.reader}, what was ${b.side}`);
  const joined = calls.filter((call) => call.rule !== null);
  terminal.print(`${calls.length} calls, ${joined.length} in both; ${differences.length} differences`);
  for (const difference of differences) {
    const { kind, call, what } = difference;
    terminal.print(
      `  ${kind}${call === undefined ? '' : ` ${call}`}: ${what}${said('A', difference.a)}${said('B', difference.b)}`,
    );
  }
}

async function show(
  trace: string,
  visibility: string | undefined,
  all: boolean,
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  const { showTrace } = await import('../commands/trace/show.ts');
  const level = VISIBILITIES.find((one) => one === visibility);
  const view = await showTrace({
    trace,
    all,
    signal: terminal.signal,
    ...(level === undefined ? {} : { visibility: level }),
  });
  const { lines, ...document } = view;
  if (json) terminal.json(document);
  else terminal.print(lines.join('\n'));
}

async function diff(a: string, b: string | undefined, json: boolean, terminal: Terminal): Promise<number> {
  const { traceDiff } = await import('../commands/trace/diff.ts');
  const found = await traceDiff({ a, signal: terminal.signal, ...(b === undefined ? {} : { b }) });
  if (json) terminal.json(found);
  else printDiff(found, terminal);
  return 0;
}

export default defineCliCommand({
  name: 'trace',
  description: 'Show a trace for reading, or compare what happened with what the model was shown',
  args: {
    action: { type: 'positional', description: 'show or diff' },
    trace: { type: 'positional', description: 'A folder that import wrote, or any file that import reads' },
    other: {
      type: 'positional',
      required: false,
      description: 'For diff: the other one; else the other side of the first',
    },
    visibility: {
      type: 'enum',
      options: VISIBILITIES,
      description: 'For show: only what bears witness to this',
    },
    all: { type: 'boolean', description: 'For show: settings, chunks and counts too' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand trace show my-trace',
      shows: 'turns, calls and results, what was cut, and what nobody answered',
    },
    {
      line: 'measurand trace diff session.jsonl boundary.jsonl',
      shows: 'what the harness persisted against what the model was shown',
    },
  ],
  async run({ action, trace, other, visibility, all, json }, terminal) {
    if (action === 'diff') return diff(trace, other, json, terminal);
    if (action !== 'show') throw usage(`There is no action ${JSON.stringify(action)}`);
    if (other !== undefined) throw usage('trace show takes one trace');
    await show(trace, visibility, all, json, terminal);
    return 0;
  },
});
