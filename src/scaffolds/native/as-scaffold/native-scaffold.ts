import type { Cell, Outcome, Recorder, Scaffold } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { l2 } from '../../l2/l2.ts';
import { adapterOf } from '../adapters/catalogue.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { type NativeName, nativeId, nativeName, requireToolClient } from './name.ts';
import type { PlayOptions, ReadyHarness } from './play-episode.ts';

/** The slowest harness takes minutes to start on a busy machine. */
const EPISODE_MS = 15 * 60_000;

/** Finds what an episode needs when it is run, and not before: a plan can be made where nothing is installed. */
async function ready(adapter: HarnessAdapter, version: string, signal: AbortSignal): Promise<ReadyHarness> {
  const [{ findHarness }, { checkIsolation }] = await Promise.all([
    import('../install/find.ts'),
    import('../process/isolation.ts'),
  ]);
  return {
    adapter,
    found: await findHarness(adapter.id, { version, signal }),
    isolation: await checkIsolation(),
  };
}

/** A harness that we do not own, as a scaffold like any other. */
export function scaffoldOf(
  { id, title }: { readonly id: string; readonly title: string },
  harness: (signal: AbortSignal) => Promise<ReadyHarness>,
  options: PlayOptions,
): Scaffold {
  return {
    id,
    title,
    // What a harness that only passes calls on would leave to the model; recorded decisions tell what it did.
    ownership: l2.ownership,
    limits: l2.limits,
    adjustable: true,
    async run(cell: Cell, recorder: Recorder): Promise<Outcome> {
      const { playEpisode } = await import('./play-episode.ts');
      return playEpisode(await harness(cell.signal), cell, recorder, options);
    },
  };
}

function unversioned({ harness }: NativeName): MeasurandError {
  const { package: tried } = adapterOf(harness);
  return new MeasurandError('scaffold-version', `${harness} names no version, and results are bound to one`, {
    field: 'scaffold',
    next: `Name one, such as ${harness}@${tried.version}`,
  });
}

/**
 * The scaffold of a native harness by its name with version, such as `codex@0.171.0`. Undefined for another name.
 *
 * @throws MeasurandError `scaffold-version`, `harness-without-tools`
 */
export function nativeScaffold(id: string): Scaffold | undefined {
  const name = nativeName(id);
  if (!name) return undefined;
  const { version, ownTools } = name;
  const adapter = adapterOf(name.harness);
  requireToolClient(adapter);
  if (version === undefined) throw unversioned(name);
  const title = `${adapter.title} ${version}${ownTools ? ', its own tools offered' : ''}`;
  return scaffoldOf({ id: nativeId(name), title }, (signal) => ready(adapter, version, signal), {
    ownTools,
    turnMs: EPISODE_MS,
  });
}
