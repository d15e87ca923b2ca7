import type { JsonObject, JsonValue } from '../../core/json.ts';
import { parsePythonJson } from '../../core/python/json.ts';
import { bfclAstChecker } from '../../scorers/restated/bfcl/ast-checker.ts';
import type { PlainTarget } from './in-process-target.ts';

interface Entry {
  readonly functions: JsonValue;
  readonly answers: JsonValue;
  readonly gold: readonly JsonObject[];
}

const described = (name: string, properties: JsonObject, required: readonly string[]): JsonObject => ({
  name,
  description: '',
  parameters: { type: 'dict', properties, required },
});

/** Invented entries in the shape of BFCL's simple category. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  tram: {
    functions: [
      described('next_tram', { stop: { type: 'string' }, minutes: { type: 'integer' } }, ['stop', 'minutes']),
    ],
    answers: [{ next_tram: { stop: ['Harbour'], minutes: [15] } }],
    gold: [{ next_tram: { stop: 'Harbour', minutes: 15 } }],
  },
  kiln: {
    functions: [
      described('fire_kiln', { degrees: { type: 'float' }, glaze: { type: 'string' } }, ['degrees']),
    ],
    answers: [{ fire_kiln: { degrees: [1250.5], glaze: ['celadon'] } }],
    gold: [{ fire_kiln: { degrees: 1250.5, glaze: 'celadon' } }],
  },
};

function graded(task: string, submission: JsonValue): number {
  const { functions, answers } = ENTRIES[task] as Entry;
  const read = (value: JsonValue) => parsePythonJson(JSON.stringify(value));
  const verdict = bfclAstChecker({
    category: 'simple',
    functions: read(functions),
    calls: read(submission),
    answers: read(answers),
  });
  return verdict.state === 'graded' && verdict.value.valid ? 1 : 0;
}

type Arguments = readonly (readonly [string, JsonValue])[];

/** Every call with its arguments changed. */
function withArguments(task: string, change: (entries: Arguments) => Arguments): JsonValue {
  return (ENTRIES[task] as Entry).gold.map((call) =>
    Object.fromEntries(
      Object.entries(call).map(([name, args]) => [
        name,
        Object.fromEntries(change(Object.entries(args as JsonObject))),
      ]),
    ),
  );
}

const other = (value: JsonValue): JsonValue => (typeof value === 'number' ? value + 1 : `${String(value)}x`);

const EDITED: Readonly<Record<string, (task: string) => JsonValue>> = {
  change_value: (task) => withArguments(task, (args) => args.map(([name, value]) => [name, other(value)])),
  drop_argument: (task) => withArguments(task, (args) => args.slice(1)),
  empty_arguments: (task) => withArguments(task, () => []),
  reorder_arguments: (task) => withArguments(task, (args) => args.toReversed()),
};

/**
 * BFCL's AST checker, restated here, over invented entries: executed, though it is not the release.
 *
 * @param score another scorer in place of the clean one
 */
export function callBenchmark(
  score: (task: string, submission: JsonValue, clean: number) => number = (_, __, clean) => clean,
): PlainTarget {
  return {
    name: 'call-benchmark',
    scorerKind: 'specification',
    submission: 'calls',
    tasks: Object.keys(ENTRIES),
    truth: (task) => (ENTRIES[task] as Entry).gold,
    score: (task, submission) => score(task, submission, graded(task, submission)),
    edits: [
      { id: 'change_value', title: 'every argument has another value', label: 'degrading', group: 'battery' },
      { id: 'drop_argument', title: 'one argument is missing', label: 'degrading', group: 'battery' },
      { id: 'empty_arguments', title: 'no argument is given', label: 'degrading', group: 'null' },
      { id: 'reorder_arguments', title: 'arguments in another order', label: 'equivalent', group: 'kernel' },
    ],
    perturb: (task, edit) => {
      const made = EDITED[edit]?.(task);
      return made === undefined ? [] : [[made, 'calls']];
    },
  };
}
