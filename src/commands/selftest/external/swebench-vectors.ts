import { repr } from '../../../core/python/str.ts';
import { asInteger, isDict, type PythonDict, type PythonValue } from '../../../core/python/value.ts';
import { type SwebenchVerdict, swebenchReport } from '../../../scorers/restated/swebench/grading.ts';
import { type Difference, NotUnderstood } from '../comtrade/expectation.ts';
import { externalSuite, field, listField, shownOutcome, textField, unlike } from './python-cases.ts';

const textsField = (given: PythonDict, name: string): readonly string[] =>
  listField(given, name).map((value) => {
    if (typeof value === 'string') return value;
    throw new NotUnderstood(`${name} should hold texts, not ${repr(value)}`);
  });

/** The log as it was recorded: results between the markers, and the exit code behind them. */
function logOf(given: PythonDict): string {
  const hasMarkers = field(given, 'markers') === true;
  const code = asInteger(field(given, 'exit_code'));
  return [
    ...(hasMarkers ? ['>>>>> Start Test Output'] : []),
    ...textsField(given, 'log_lines'),
    ...(hasMarkers ? ['>>>>> End Test Output'] : []),
    ...(code === undefined ? [] : [`>>>>> Test Exit Code: ${code}`]),
    '',
  ].join('\n');
}

function patchOf(given: PythonDict): string | null {
  const patch = field(given, 'model_patch');
  return patch === null ? null : textField(given, 'model_patch');
}

function evalTypeOf(given: PythonDict): 'pass_and_fail' | 'fail_only' {
  const type = textField(given, 'eval_type');
  if (type === 'pass_and_fail' || type === 'fail_only') return type;
  throw new NotUnderstood(`there is no evaluation of type ${type}`);
}

/** A verdict under the release's names. */
const NAMED: Readonly<Record<string, (verdict: SwebenchVerdict) => PythonValue>> = {
  resolved: ({ resolved }) => resolved,
  patch_successfully_applied: ({ applied }) => applied,
  patch_exists: ({ patchExists }) => patchExists,
  patch_is_None: ({ patchExists }) => !patchExists,
};

function shown(verdict: SwebenchVerdict, names: readonly string[]): string {
  return names
    .map((name) => {
      const value = NAMED[name];
      if (!value) throw new NotUnderstood(`a report has no field ${name}`);
      return `${name} ${repr(value(verdict))}`;
    })
    .join(', ');
}

function check(given: PythonDict): Difference {
  const output = field(given, 'output');
  if (!isDict(output) || output.size === 0) throw new NotUnderstood('output should be a report');
  const outcome = swebenchReport({
    log: logOf(given),
    patch: patchOf(given),
    failToPass: textsField(given, 'fail_to_pass'),
    passToPass: textsField(given, 'pass_to_pass'),
    parser: textField(given, 'log_parser'),
    evalType: evalTypeOf(given),
  });
  const expected = [...output].map(([name, value]) => `${name} ${repr(value)}`).join(', ');
  return unlike(
    shownOutcome(outcome, (verdict) => shown(verdict, [...output.keys()])),
    expected,
  );
}

/** SWE-bench's report on logs written as lines. */
export const swebenchVectors = externalSuite({
  id: 'swebench-grading',
  has: [
    'log_lines',
    'exit_code',
    'markers',
    'model_patch',
    'fail_to_pass',
    'pass_to_pass',
    'log_parser',
    'eval_type',
    'output',
  ],
  may: ['case'],
  names: ['case'],
  check,
});
