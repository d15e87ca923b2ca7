import type { JsonValue } from '../../core/json.ts';
import {
  type BridgeEdit,
  type BridgeHello,
  type NotProbed,
  type ProbedTarget,
  RawJson,
} from '../../scorers/bridge/index.ts';
import { TEXT_EDITS } from './text-edits.ts';

/** One edited submission of a task, with the place that the edit changed. */
export interface Edited {
  readonly submission: RawJson;
  readonly place: string;
}

/** Where edited submissions come from: the target's own hook, or the typed catalogue for text. */
export interface EditSource {
  readonly edits: readonly BridgeEdit[];
  /** Every submission that the edit makes of a task's correct one. */
  of(task: string, edit: BridgeEdit, correct: RawJson): AsyncGenerator<Edited | NotProbed>;
}

/** What stands for doing nothing where a target has no such edit of its own. */
const NOTHING: Readonly<Record<string, JsonValue>> = {
  text: '',
  records: [],
  calls: [],
  actions: [],
  patch: '',
};

/** A hostile target could name places without end. */
const MOST_SITES = 10_000;

async function* perturbed(
  target: ProbedTarget,
  task: string,
  edit: string,
): AsyncGenerator<Edited | NotProbed> {
  let sites = 1;
  for (let site = 0; site < Math.min(sites, MOST_SITES); site += 1) {
    const answer = await target.perturb(task, edit, site);
    if (answer.kind === 'scorer-exception') {
      yield { kind: 'not-probed', why: 'internal', detail: `${answer.type}: ${answer.message}` };
      return;
    }
    if (answer.kind === 'not-probed') {
      yield answer;
      return;
    }
    sites = answer.value.sites;
    const { submission, applied_to: place } = answer.value;
    if (sites > 0 && submission !== undefined) yield { submission, place };
  }
}

function ownSource(target: ProbedTarget, edits: readonly BridgeEdit[]): EditSource {
  return { edits, of: (task, edit) => perturbed(target, task, edit.id) };
}

function textSource(): EditSource {
  return {
    edits: TEXT_EDITS.map(({ id, title, label, group }) => ({ id, title, label, group })),
    async *of(_task, edit, correct) {
      const answer = correct.value;
      const known = TEXT_EDITS.find(({ id }) => id === edit.id);
      const made = typeof answer === 'string' ? known?.apply(answer) : undefined;
      if (made !== undefined) yield await Promise.resolve({ submission: RawJson.of(made), place: 'text' });
    },
  };
}

/** Nothing but the submission that stands for doing nothing. */
export function nullOnly(kind: string): EditSource {
  const nothing = NOTHING[kind];
  return {
    edits:
      nothing === undefined
        ? []
        : [{ id: 'empty', title: 'an empty submission', label: 'degrading', group: 'null' }],
    async *of() {
      if (nothing !== undefined)
        yield await Promise.resolve({ submission: RawJson.of(nothing), place: 'whole' });
    },
  };
}

/** The edits that a target can be probed with. */
export function editSource(target: ProbedTarget, hello: BridgeHello): EditSource {
  if (hello.hooks.includes('perturb') && hello.edits.length > 0) return ownSource(target, hello.edits);
  return hello.target.submission === 'text' ? textSource() : nullOnly(hello.target.submission);
}
