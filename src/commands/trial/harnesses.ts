import { MeasurandError } from '../../core/errors.ts';
import { adapterOf, HARNESS_ADAPTERS } from '../../scaffolds/native/adapters/catalogue.ts';
import type { HarnessAdapter } from '../../scaffolds/native/contracts.ts';
import { type FoundHarness, findHarness } from '../../scaffolds/native/install/find.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';

/** A harness that can be tried: how it is driven, and how it is started. */
export interface TriedHarness {
  readonly adapter: HarnessAdapter;
  readonly found: FoundHarness;
}

/** The reference harness comes with Measurand, so it is always there. */
const REFERENCE = 'reference';

async function one(reference: string, signal: AbortSignal | undefined): Promise<TriedHarness> {
  const at = reference.indexOf('@');
  const id = at < 0 ? reference : reference.slice(0, at);
  if (id === REFERENCE) return { adapter: referenceHarness(), found: foundReference() };
  const adapter = adapterOf(id);
  const version = at < 0 ? {} : { version: reference.slice(at + 1) };
  return { adapter, found: await findHarness(id, { ...version, ...(signal ? { signal } : {}) }) };
}

async function ifInstalled(id: string, signal: AbortSignal | undefined): Promise<readonly TriedHarness[]> {
  try {
    return [await one(id, signal)];
  } catch (error) {
    if (error instanceof MeasurandError && error.code === 'harness-missing') return [];
    throw error;
  }
}

/**
 * Finds harnesses by name, `codex` or `codex@0.171.0`. `all` is every one that is installed, the reference harness first.
 *
 * @throws MeasurandError `unknown-harness`, `harness-missing`, `harness-version`, `harness-unusable`
 */
export async function triedHarnesses(
  names: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TriedHarness[]> {
  const found: TriedHarness[] = [];
  for (const name of names) {
    if (name !== 'all') found.push(await one(name, signal));
    else {
      for (const id of [REFERENCE, ...HARNESS_ADAPTERS.map((adapter) => adapter.id)])
        found.push(...(await ifInstalled(id, signal)));
    }
  }
  const keys = found.map(({ found: { id, version } }) => `${id}@${version}`);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice === undefined) return found;
  throw new MeasurandError('invalid-usage', `${twice} is named twice`, { next: 'Name each harness once' });
}
