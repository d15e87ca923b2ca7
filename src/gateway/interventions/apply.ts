import type { JsonValue } from '../../core/json.ts';
import type { AppliedIntervention } from '../../trace/wire/boundary-record.ts';
import { requestView } from '../../trace/wire/decode.ts';
import type { BodyPath, RequestView, ShownResult } from '../../trace/wire/request-view.ts';
import { editSlots } from './edit.ts';
import type { DeclarationSelector, Intervention, ResultSelector } from './intervention.ts';
import { descriptionSlot, type Mutable, textSlots } from './text-slots.ts';

/** What is left of a request after all interventions. */
export interface Intervened {
  readonly view: RequestView;
  readonly applied: readonly AppliedIntervention[];
}

type Keep = (text: string) => string;

function namesOfCalls({ messages }: RequestView): ReadonlyMap<string, string> {
  return new Map(messages.flatMap(({ calls }) => calls.map(({ id, name }) => [id, name] as const)));
}

function matchingResults(view: RequestView, select: ResultSelector): readonly ShownResult[] {
  const names = select.tool === undefined ? undefined : namesOfCalls(view);
  return view.results.filter((result) => {
    if (select.callId !== undefined && result.callId !== select.callId) return false;
    if (names && (names.get(result.callId) ?? result.name) !== select.tool) return false;
    return select.contains === undefined || result.text.includes(select.contains);
  });
}

const at = (body: unknown, path: BodyPath): unknown =>
  path.reduce<unknown>((value, step) => (value as Mutable)[step as string], body);

function changeResults(view: RequestView, { id, select, action }: Intervention, keep: Keep): Intervened {
  const results = matchingResults(view, select as ResultSelector);
  if (results.length === 0) return { view, applied: [] };
  const body = structuredClone(view.body);
  const applied = results.flatMap((result): AppliedIntervention[] => {
    const slots = textSlots(view.protocol, at(body, result.at ?? []) as Mutable);
    const texts = editSlots(slots, action);
    if (texts === undefined) return [];
    return [
      {
        intervention: id,
        action: action.type,
        target: { kind: 'result', name: result.callId },
        before: keep(texts.before),
        after: keep(texts.after),
      },
    ];
  });
  return applied.length === 0 ? { view, applied } : { view: again(view, body), applied };
}

const again = (view: RequestView, body: JsonValue): RequestView =>
  requestView(view.protocol, view.path, body);

/** A declaration stands in a list; the kinds of hosted tools that Gemini has are keys of an object. */
function takeOut(body: JsonValue, path: BodyPath, item: unknown): void {
  const holder = at(body, path.slice(0, -1));
  if (Array.isArray(holder)) holder.splice(holder.indexOf(item), 1);
  else delete (holder as Mutable)[path.at(-1) as string];
}

function changeDeclarations(view: RequestView, { id, select, action }: Intervention, keep: Keep): Intervened {
  const { tool: name, namespace } = select as DeclarationSelector;
  const tools = view.tools.filter(
    (tool) => tool.name === name && (namespace === undefined || tool.namespace === namespace),
  );
  if (tools.length === 0) return { view, applied: [] };
  const body = structuredClone(view.body);
  const items = tools.map(({ at: path = [] }) => ({ path, item: at(body, path) }));
  const applied = items.flatMap(({ path, item }): AppliedIntervention[] => {
    const common = { intervention: id, action: action.type, target: { kind: 'declaration', name } } as const;
    if (action.type === 'withhold' && !('beyond' in action) && action.find === undefined) {
      const before = keep(JSON.stringify(item));
      takeOut(body, path, item);
      return [{ ...common, before, after: null }];
    }
    const texts = editSlots([descriptionSlot(view.protocol, item as Mutable)], action);
    return texts === undefined ? [] : [{ ...common, before: keep(texts.before), after: keep(texts.after) }];
  });
  return applied.length === 0 ? { view, applied } : { view: again(view, body), applied };
}

/**
 * Applies interventions in their order, each to what the one before left. A request in which none finds anything is
 * left as it is, to the byte.
 *
 * @param keep stores a text and gives its digest
 */
export function intervene(view: RequestView, interventions: readonly Intervention[], keep: Keep): Intervened {
  let current = view;
  const applied: AppliedIntervention[] = [];
  for (const intervention of interventions) {
    const change = intervention.select.kind === 'result' ? changeResults : changeDeclarations;
    const next = change(current, intervention, keep);
    current = next.view;
    applied.push(...next.applied);
  }
  return { view: current, applied };
}
