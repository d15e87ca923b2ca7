import { canonicalJson } from '../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { PlainTarget } from './in-process-target.ts';

interface Submitted {
  readonly actions: readonly { readonly name: string; readonly kwargs: JsonObject }[];
  readonly replies: readonly string[];
}

/** A shop of two orders. Each task writes to one of them and tells the customer something. */
const GOLD: Readonly<Record<string, Submitted>> = {
  refund: {
    actions: [{ name: 'set', kwargs: { order: '#1', field: 'state', value: 'refunded' } }],
    replies: ['The refund is 54.04'],
  },
  address: {
    actions: [
      { name: 'look_up', kwargs: { order: '#2' } },
      { name: 'set', kwargs: { order: '#2', field: 'address', value: '12 Elm Street' } },
    ],
    replies: ['It goes to 12 Elm Street'],
  },
};

const OUTPUTS: Readonly<Record<string, string>> = { refund: '54.04', address: '12 Elm Street' };

function stateAfter({ actions }: Submitted): string {
  const state: Record<string, Record<string, JsonValue>> = { '#1': { state: 'open' }, '#2': { address: '' } };
  for (const { name, kwargs } of actions) {
    const order = state[String(kwargs['order'])];
    if (name === 'set' && order) order[String(kwargs['field'])] = kwargs['value'] ?? null;
  }
  return canonicalJson(state);
}

/** Some hand in actions alone. */
function read(submission: JsonValue): Submitted {
  const given = submission as unknown as Submitted | Submitted['actions'];
  return 'replies' in given ? given : { actions: given, replies: [] };
}

/** As tau-bench grades: the final state must be that of the published actions, and every output must be said. */
function graded(task: string, submission: JsonValue): number {
  const given = read(submission);
  const state = stateAfter(given) === stateAfter(GOLD[task] as Submitted);
  return state && given.replies.join(' ').includes(OUTPUTS[task] ?? '') ? 1 : 0;
}

const json = (submission: Submitted): JsonValue => submission as unknown as JsonValue;

const EDITED: Readonly<Record<string, (gold: Submitted) => Submitted>> = {
  corrupted_write: (gold) => ({
    ...gold,
    actions: gold.actions.map((action) =>
      action.name === 'set' ? { ...action, kwargs: { ...action.kwargs, value: 'wrong' } } : action,
    ),
  }),
  wrong_output: (gold) => ({ ...gold, replies: ['It is 99.99'] }),
  do_nothing: () => ({ actions: [], replies: [] }),
  reads_left_out: (gold) => ({ ...gold, actions: gold.actions.filter(({ name }) => name === 'set') }),
};

/**
 * A stand-in for a benchmark that grades the state of a database, as tau-bench does, with gold actions, spoken outputs
 * and the edits that its own audit uses.
 *
 * @param score another scorer in place of the clean one
 */
export function databaseBenchmark(
  score: (task: string, submission: JsonValue, clean: number) => number = (_, __, clean) => clean,
): PlainTarget {
  return {
    name: 'database-benchmark',
    scorerKind: 'outcome',
    submission: 'actions',
    tasks: Object.keys(GOLD),
    truth: (task) => json(GOLD[task] as Submitted),
    score: (task, submission) => score(task, submission, graded(task, submission)),
    edits: [
      {
        id: 'corrupted_write',
        title: 'one write stores another value',
        label: 'degrading',
        group: 'battery',
      },
      {
        id: 'wrong_output',
        title: 'the customer is told something else',
        label: 'degrading',
        group: 'kernel',
      },
      { id: 'do_nothing', title: 'nothing is done', label: 'degrading', group: 'null' },
      { id: 'reads_left_out', title: 'look-ups are left out', label: 'equivalent', group: 'kernel' },
    ],
    perturb: (task, edit) => {
      const made = EDITED[edit]?.(GOLD[task] as Submitted);
      return made ? [[json(made), 'actions']] : [];
    },
  };
}

/** Whether a submission of that stand-in writes anything. */
export const writes = (submission: JsonValue): boolean =>
  read(submission).actions.some(({ name }) => name === 'set');

/** Whether a submission of that stand-in tells the customer what the task wants told. */
export const tells = (task: string, submission: JsonValue): boolean =>
  read(submission)
    .replies.join(' ')
    .includes(OUTPUTS[task] ?? '');
