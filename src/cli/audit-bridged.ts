import { dirname } from 'node:path';
import type { TargetAudit } from '../audit/bridge/document.ts';
import type { Judgement } from '../audit/falsify/judgement.ts';
import { linesOf } from '../commands/bridge/case-lines.ts';
import type { JudgeSource } from '../commands/bridge/judge-gateway.ts';
import { MeasurandError } from '../core/errors.ts';
import type { TargetFiles } from '../report/outputs/of-target.ts';
import { integerOption, listOption } from './arguments.ts';
import { type Outputs, writeOutputs } from './outputs.ts';
import type { Terminal } from './terminal.ts';

const MOST_CANDIDATES = 1_000_000;
const MOST_TASKS = 1_000_000;
const MOST_SECONDS = 604_800;

/** Options that say where a released scorer is and how much of it is probed. */
export const BRIDGED_OPTIONS = {
  root: { type: 'string', description: 'Checkout of the benchmark', valueHint: 'DIR' },
  domain: { type: 'string', description: 'Part of the benchmark, such as retail', valueHint: 'NAME' },
  scorer: {
    type: 'string',
    description: 'A scorer of (submission, gold): FILE.py:FUNCTION or MODULE.mjs#FUNCTION',
    valueHint: 'SPEC',
  },
  cases: {
    type: 'string',
    description: 'Cases for that scorer, JSON lines of id and gold',
    valueHint: 'FILE',
  },
  python: {
    type: 'string',
    description: 'Interpreter in which the benchmark is installed',
    valueHint: 'BIN',
  },
  bridge: {
    type: 'string',
    description: 'Audit whatever this command serves over the line protocol',
    valueHint: 'CMD',
  },
  tasks: { type: 'string', description: 'Probe this many tasks, from the first', valueHint: 'N' },
  results: {
    type: 'string',
    description: 'Stored results of the benchmark, scored anew',
    valueHint: 'FILES',
  },
  falsify: {
    type: 'string',
    description: 'Search for worse submissions that score as high: candidates a task',
    valueHint: 'N',
  },
  kind: {
    type: 'string',
    description: 'What submissions are: text, records, calls, actions, patch, log',
    valueHint: 'KIND',
  },
  schema: { type: 'string', description: 'JSON Schema of submissions', valueHint: 'FILE' },
  worse: {
    type: 'string',
    description: 'Edits that make a submission worse here, such as items_swapped',
    valueHint: 'EDITS',
  },
  same: {
    type: 'string',
    description: 'Edits that change nothing here, such as last_digit_changed',
    valueHint: 'EDITS',
  },
  judge: {
    type: 'string',
    description: 'Name of the model that the scorer asks; needs --judge-replay or --judge-url',
    valueHint: 'NAME',
  },
  'judge-replay': {
    type: 'string',
    description: 'Take what the judge says from this recording, and ask nobody',
    valueHint: 'DIR',
  },
  'judge-url': {
    type: 'string',
    description: 'Ask the judge at this OpenAI-compatible address; its key is in MEASURAND_JUDGE_KEY',
    valueHint: 'URL',
  },
  'judge-record': { type: 'string', description: 'Record what that judge says', valueHint: 'DIR' },
  ownership: {
    type: 'string',
    description: 'Ownership map that measurand propose wrote; it passes nothing',
    valueHint: 'FILE',
  },
  expect: {
    type: 'string',
    description: 'An earlier audit.json, or a list of files: is this the release that it was of',
    valueHint: 'FILE',
  },
  abc: {
    type: 'string',
    description: 'Write what speaks to the Agentic Benchmark Checklist, as YAML',
    valueHint: 'FILE',
  },
  seconds: {
    type: 'string',
    description: 'Time that a released scorer may take in all (default: 1800)',
    valueHint: 'N',
  },
} as const;

type BridgedName = keyof typeof BRIDGED_OPTIONS;

/** What the audit command was given, as far as a released scorer is concerned. */
export type BridgedArgs = Readonly<Record<BridgedName | 'target' | 'require', string | undefined>> &
  Outputs & {
    readonly out: string;
    readonly gate: boolean;
    readonly json: boolean;
    readonly profile: string | undefined;
    readonly archive: string | undefined;
  };

const usage = (what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next });

/** The benchmark that ships with Measurand takes none of these options. */
export function refuseBridged(args: Readonly<Record<BridgedName, string | undefined>>): void {
  const given = Object.keys(BRIDGED_OPTIONS).find((name) => args[name as BridgedName] !== undefined);
  if (given === undefined) return;
  throw usage(`--${given} is for a released scorer, and comtrade ships with Measurand`, 'Leave it out');
}

/** A path, a word or nothing, kept apart so that an option that was not given is absent. */
function given<K extends string>(names: readonly K[], args: Readonly<Record<K, string | undefined>>) {
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}

/** What the options say of submissions and of edits, and the search that they ask for. */
async function searchOptions({ falsify, kind, schema, worse, same }: BridgedArgs) {
  const candidates = integerOption('falsify', falsify, 1, MOST_CANDIDATES);
  const { declaredSubmission } = await import('../commands/bridge/declared-submission.ts');
  const declared = declaredSubmission(kind, schema);
  const judgement: Judgement = Object.fromEntries([
    ...(listOption('worse', worse) ?? []).map((id) => [id, 'degrading'] as const),
    ...(listOption('same', same) ?? []).map((id) => [id, 'equivalent'] as const),
  ]);
  return {
    ...(candidates === undefined ? {} : { falsify: { candidates } }),
    ...(declared === undefined ? {} : { declared }),
    ...(Object.keys(judgement).length === 0 ? {} : { judgement }),
  };
}

/** The judge that the options name, if any. */
function judgeSource(args: BridgedArgs): JudgeSource | undefined {
  const { judge, 'judge-replay': replay, 'judge-url': url, 'judge-record': record } = args;
  if (judge === undefined) {
    if (replay === undefined && url === undefined && record === undefined) return undefined;
    throw usage('No judge is named', 'Give --judge NAME with its recording or address');
  }
  if (replay !== undefined && url === undefined && record === undefined) return { name: judge, replay };
  if (replay !== undefined || url === undefined)
    throw usage('A judge is replayed or asked', 'Give either --judge-replay DIR or --judge-url URL');
  const key = process.env['MEASURAND_JUDGE_KEY'] ?? '';
  return record === undefined ? { name: judge, url, key } : { name: judge, url, key, record };
}

/** Where findings are shown: the scorer's own file where it was named, and its cases; the written audit otherwise. */
function shownFiles({ scorer, cases, out, json }: BridgedArgs): TargetFiles {
  const own = scorer?.replace(/[#:][^#:/\\]*$/, '') ?? (json ? undefined : `${out}/audit.json`);
  return {
    ...(own === undefined ? {} : { scorer: own }),
    ...(cases === undefined ? {} : { cases, lineOf: linesOf(cases) }),
  };
}

/** Writes the forms for a pull request, and the crosswalk where it was asked for. */
async function writeForms(document: TargetAudit, args: BridgedArgs, terminal: Terminal): Promise<void> {
  const { targetReport } = await import('../report/outputs/of-target.ts');
  await writeOutputs(args, () => targetReport(document, shownFiles(args)), terminal);
  if (args.abc === undefined) return;
  const [{ abcOf }, { writeWhole }] = await Promise.all([
    import('../report/outputs/abc.ts'),
    import('../report/write.ts'),
  ]);
  writeWhole(dirname(args.abc), new Map([[args.abc, abcOf(document)]]));
  terminal.note(`Written: ${args.abc}`);
}

/** Audits a released scorer, prints its card and writes its report. Gives the exit code. */
export async function auditBridged(args: BridgedArgs, terminal: Terminal): Promise<number> {
  for (const name of ['profile', 'archive'] as const) {
    if (args[name] !== undefined) throw usage(`--${name} is for comtrade`, 'Leave it out');
  }
  const [{ auditTarget }, { cardItems, cardGate }, { renderText }, { writeReport }] = await Promise.all([
    import('../commands/bridge/audit-target.ts'),
    import('../commands/audit.ts'),
    import('../report/text.ts'),
    import('../report/write.ts'),
  ]);
  const required = cardItems(listOption('require', args.require) ?? []);
  const tasks = integerOption('tasks', args.tasks, 1, MOST_TASKS);
  const seconds = integerOption('seconds', args.seconds, 1, MOST_SECONDS);
  const results = listOption('results', args.results);
  const search = await searchOptions(args);
  const judge = judgeSource(args);
  const document = await auditTarget({
    ...given(
      ['target', 'root', 'domain', 'scorer', 'cases', 'python', 'bridge', 'ownership', 'expect'] as const,
      args,
    ),
    ...(tasks === undefined ? {} : { tasks }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(results === undefined ? {} : { results }),
    ...search,
    ...(judge === undefined ? {} : { judge }),
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  const release = document.panels.tables.find(({ id }) => id === 'release');
  if (release?.rows.some(([, standing]) => standing === 'differs')) terminal.note(release.about);
  if (args.json) terminal.json(document);
  else {
    const [{ kernelText }, { falsifierText }, { leakText }] = await Promise.all([
      import('../report/text/kernel.ts'),
      import('../report/text/falsifier.ts'),
      import('../report/text/leak.ts'),
    ]);
    const width = process.stdout.columns ?? 100;
    terminal.printStyled(renderText(document, { width, color: terminal.colour }));
    terminal.print(
      ['', ...kernelText(document), ...falsifierText(document), ...leakText(document)].join('\n'),
    );
    const paths = await writeReport(document, args.out);
    terminal.print(['', 'Written:', ...Object.values(paths).map((path) => `  ${path}`)].join('\n'));
  }
  await writeForms(document, args, terminal);
  const { failed, unprobed } = cardGate(document.cards, required);
  if (args.gate && failed.length > 0) {
    terminal.note(`The gate is shut: ${failed.join('; ')}`);
    return 1;
  }
  if (unprobed.length > 0) {
    terminal.note(`Required and not probed: ${unprobed.join('; ')}`);
    return 3;
  }
  return 0;
}
