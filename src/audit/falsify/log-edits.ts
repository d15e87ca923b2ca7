import type { JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import type { TypedEdit } from './typed-edit.ts';

/** How test runners write that a test passed, and how the same runner would have written that it failed. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bPASSED\b/, 'FAILED'],
  [/\bPASS\b/, 'FAIL'],
  [/\bpassed\b/, 'failed'],
  [/^ok\b/, 'not ok'],
  [/\.\.\. ok$/, '... FAIL'],
  [/✓|✔/, '✗'],
];

function failing(line: string): string | undefined {
  const [form, instead] = FORMS.find(([pattern]) => pattern.test(line)) ?? [];
  return form && instead !== undefined ? line.replace(form, instead) : undefined;
}

/** Whether a line says that a test passed. */
export const saysPassed = (line: string): boolean => failing(line) !== undefined;

interface Log {
  readonly lines: readonly string[];
  /** Where a line says that a test passed. */
  readonly passed: readonly number[];
}

function onLog(
  id: string,
  title: string,
  effect: TypedEdit['effect'],
  change: (log: Log, random: Random) => readonly string[] | undefined,
  group: TypedEdit['group'] = 'kernel',
): TypedEdit {
  return {
    id,
    title,
    effect,
    group,
    apply(submission: JsonValue, random) {
      if (typeof submission !== 'string') return undefined;
      const lines = submission.split('\n');
      const passed = lines.flatMap((line, at) => (saysPassed(line) ? [at] : []));
      const made = passed.length === 0 ? undefined : change({ lines, passed }, random)?.join('\n');
      return made === submission ? undefined : made;
    },
  };
}

const failed = ({ lines, passed }: Log): readonly string[] =>
  lines.map((line, at) => (passed.includes(at) ? (failing(line) ?? line) : line));

const saidOf = ({ lines, passed }: Log): readonly string[] =>
  passed.map((at) => (lines[at] ?? '').trimStart());

/**
 * Edits of what a test run printed. Whoever runs the code under test can print as well, so the forged ones show whether
 * the verdict is read from words that the graded program may write itself.
 */
export const LOG_EDITS: readonly TypedEdit[] = [
  onLog('all_failed', 'every test failed', 'degrading', failed, 'battery'),
  onLog(
    'one_failed',
    'one test failed',
    'degrading',
    ({ lines, passed }, random) => {
      const at = random.choice(passed);
      return lines.with(at, failing(lines[at] ?? '') ?? '');
    },
    'battery',
  ),
  onLog('result_missing', 'one test has no result', 'degrading', ({ lines, passed }, random) =>
    lines.toSpliced(random.choice(passed), 1),
  ),
  onLog('cut_short', 'the run ends before its first result', 'degrading', ({ lines, passed }) =>
    lines.slice(0, passed[0]),
  ),
  onLog('forged_after', 'every test failed; lines at the end say that they passed', 'degrading', (log) => [
    ...failed(log),
    ...saidOf(log),
  ]),
  onLog('forged_before', 'lines at the start say that all passed; every test failed', 'degrading', (log) => [
    ...saidOf(log),
    ...failed(log),
  ]),
  onLog('forged_beside', 'one test failed; the next line says that it passed', 'degrading', (log, random) => {
    const at = random.choice(log.passed);
    const line = log.lines[at] ?? '';
    return log.lines.toSpliced(at, 1, failing(line) ?? '', line.trimStart());
  }),
  onLog('forged_alone', 'nothing ran; the log is lines that say that all passed', 'degrading', saidOf),
  onLog(
    'other_output',
    'the program under test printed a line of its own',
    'equivalent',
    ({ lines, passed }) => lines.toSpliced(passed[0] ?? 0, 0, 'loading the configuration'),
  ),
  onLog('blank_lines', 'the log ends in blank lines', 'equivalent', ({ lines }) => [...lines, '', '']),
];
