import { canonicalJson } from '../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { FrozenContent } from './content.ts';

/** One way in which what was run is not what was frozen. */
export interface Deviation {
  readonly field: string;
  readonly says: string;
  /** Whether it touches every result, or only those whose own digest differs. */
  readonly reach: 'all' | 'own';
}

/** What is on one side only has no JSON there. */
const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : canonicalJson(value as JsonValue);

const same = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

const MOST_SHOWN = 120;

function shown(value: unknown): string {
  const text = textOf(value) ?? 'nothing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** Fields whose change touches every conclusion. */
const GLOBAL = ['study', 'hypothesis', 'decision', 'groups', 'stopping', 'families'] as const;
const LOCAL = ['scorers', 'exclusions', 'analyses'] as const;

function changed(
  field: string,
  before: unknown,
  after: unknown,
  reach: Deviation['reach'],
): readonly Deviation[] {
  if (same(before, after)) return [];
  return [{ field, says: `${field}: frozen as ${shown(before)}, run as ${shown(after)}`, reach }];
}

function inAxes(frozen: JsonObject, run: JsonObject): readonly Deviation[] {
  const names = new Set([...Object.keys(frozen), ...Object.keys(run)]);
  return [...names].flatMap((name) => changed(name, frozen[name], run[name], 'own'));
}

function inCells(frozen: FrozenContent, run: FrozenContent): readonly Deviation[] {
  if (frozen.cells.digest === run.cells.digest) return [];
  const says = `cells: ${frozen.cells.planned} episodes frozen, ${run.cells.planned} planned now, and they are not the same`;
  return [{ field: 'cells', says, reach: 'own' }];
}

const byId = (statistics: JsonValue): ReadonlyMap<string, JsonValue> =>
  new Map(
    (statistics as readonly { readonly id: string }[]).map((each) => [each.id, each as unknown as JsonValue]),
  );

function inStatistics(frozen: FrozenContent, run: FrozenContent): readonly Deviation[] {
  const [before, after] = [byId(frozen.statistics), byId(run.statistics)];
  const each = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) =>
    changed(`statistics.${id}`, before.get(id), after.get(id), 'own'),
  );
  if (each.length > 0 || same(frozen.statistics, run.statistics)) return each;
  return [{ field: 'statistics', says: 'statistics: the same ones in another order', reach: 'own' }];
}

const MOST_NAMED = 3;

/** What the digests of the single results show and perhaps no field does: other code, other settings of a task. */
function inResults(frozen: FrozenContent, run: FrozenContent): readonly Deviation[] {
  const keys = Object.keys(frozen.results).filter((key) => frozen.results[key] !== run.results[key]);
  if (keys.length === 0) return [];
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
  const named = `${keys.slice(0, MOST_NAMED).join('; ')}${more}`;
  const says = `results: ${keys.length} stand on other episodes or another definition, or are not computed: ${named}`;
  return [{ field: 'results', says, reach: 'own' }];
}

/** Every deviation of a plan from a frozen one, in the order of the fields. None: the two are the same. */
export function deviationsOf(frozen: FrozenContent, run: FrozenContent): readonly Deviation[] {
  return [
    ...GLOBAL.flatMap((field) => changed(field, frozen[field], run[field], 'all')),
    ...inAxes(frozen.axes, run.axes),
    ...inCells(frozen, run),
    ...LOCAL.flatMap((field) => changed(field, frozen[field], run[field], 'own')),
    ...inStatistics(frozen, run),
    ...inResults(frozen, run),
  ];
}
