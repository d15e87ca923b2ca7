import type { JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import {
  type BridgeEdit,
  type BridgeHello,
  type NotProbed,
  type ProbedTarget,
  RawJson,
} from '../../scorers/bridge/index.ts';
import { catalogueOf, type DeclaredSubmission } from '../falsify/edits-of.ts';
import { type Judgement, judged } from '../falsify/judgement.ts';
import { pathText } from '../falsify/places.ts';
import { differences } from '../falsify/shrink.ts';
import { SUBMISSION_KINDS, type TypedEdit } from '../falsify/typed-edit.ts';

/** One edited submission of a task, with the place that the edit changed. */
export interface Edited {
  readonly submission: RawJson;
  readonly place: string;
}

/** Where edited submissions come from: the target's own hook, or the catalogue for its kind of submission. */
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
  log: '',
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

/** How often an edit that chooses a place is made of one task. */
const DRAWS = 8;

/** Edits of the catalogue, each at up to so many places of a task; the same ones every time. */
function typedSource(catalogue: readonly TypedEdit[], nothing: JsonValue | undefined): EditSource {
  const known = new Map(catalogue.map((edit) => [edit.id, edit]));
  const edits = catalogue.map(({ id, title, effect, group = 'kernel' }) => ({
    id,
    title,
    label: effect,
    group,
  }));
  const empty = nullOnly(nothing);
  return {
    edits: known.has('empty') ? edits : [...empty.edits, ...edits],
    async *of(task, edit, correct) {
      const typed = known.get(edit.id);
      if (!typed) {
        yield* empty.of(task, edit, correct);
        return;
      }
      // As it is written: an equivalent edit may change nothing else.
      const seen = new Set(edit.group === 'null' ? [] : [JSON.stringify(correct.value)]);
      for (let draw = 0; draw < DRAWS; draw += 1) {
        const made = typed.apply(correct.value, new Random(`kernel:${task}:${edit.id}:${draw}`));
        if (made === undefined || seen.has(JSON.stringify(made))) continue;
        seen.add(JSON.stringify(made));
        const place = differences(correct.value, made).map(pathText)[0] ?? 'whole';
        yield await Promise.resolve({ submission: RawJson.of(made), place });
      }
    },
  };
}

/** Nothing but the submission that stands for doing nothing. */
function nullOnly(nothing: JsonValue | undefined): EditSource {
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

/** The submission that stands for doing nothing and no other, for a target whose judge is probed instead. */
export const nullSource = (kind: string): EditSource => nullOnly(NOTHING[kind]);

/** What a target's submissions are: what the caller says, or else what the target says. */
export function declaredOf(
  hello: BridgeHello,
  said: DeclaredSubmission | undefined,
): DeclaredSubmission | undefined {
  if (said) return said;
  const kind = SUBMISSION_KINDS.find((known) => known === hello.target.submission);
  return kind && { kind };
}

/** The edits that a target can be probed with: its own where it has any, those of its kind of submission otherwise. */
export function editSource(
  target: ProbedTarget,
  hello: BridgeHello,
  said: DeclaredSubmission | undefined,
  judgement: Judgement = {},
): EditSource {
  if (hello.hooks.includes('perturb') && hello.edits.length > 0)
    return ownSource(
      target,
      hello.edits.map((edit) => ({ ...edit, label: judgement[edit.id] ?? edit.label })),
    );
  const declared = declaredOf(hello, said);
  if (!declared) return nullOnly(NOTHING[hello.target.submission]);
  const nothing = 'kind' in declared ? NOTHING[declared.kind] : undefined;
  return typedSource(judged(catalogueOf(declared), judgement), nothing);
}
