import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** Settings that were in force somewhere. `place` names everything else but model and seed. */
export interface PlacedSettings {
  readonly place: string;
  readonly settings: JsonObject;
}

function leaves(value: JsonValue, path: string, into: Map<string, string>): void {
  if (!isJsonObject(value) || Object.keys(value).length === 0) {
    into.set(path, canonicalJson(value));
    return;
  }
  for (const [name, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${name}` : name, into);
}

const NONE = 'none';

/**
 * A label for each of some settings: the values in which settings of the same place differ, so that a task's own
 * parameters, which differ from task to task, make no label. Empty where nothing differs.
 */
export function settingsLabels(placed: readonly PlacedSettings[]): readonly string[] {
  const flat = placed.map(({ place, settings }) => {
    const own = new Map<string, string>();
    leaves(settings, '', own);
    return { place, own };
  });
  const first = new Map<string, Map<string, string>>();
  const differing = new Set<string>();
  for (const { place, own } of flat) {
    const other = first.get(place);
    if (!other) {
      first.set(place, own);
      continue;
    }
    for (const name of new Set([...own.keys(), ...other.keys()])) {
      if (own.get(name) !== other.get(name)) differing.add(name);
    }
  }
  const names = [...differing].sort(byCodePoint);
  return flat.map(({ own }) => names.map((name) => `${name}=${own.get(name) ?? NONE}`).join(', '));
}
