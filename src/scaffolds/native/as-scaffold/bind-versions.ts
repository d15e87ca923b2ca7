import { adapterOf } from '../adapters/catalogue.ts';
import { type FindOptions, findHarness } from '../install/find.ts';
import { type NativeName, nativeId, nativeName, requireToolClient } from './name.ts';

async function bound(name: NativeName, options: FindOptions): Promise<string> {
  requireToolClient(adapterOf(name.harness));
  const { version } = name;
  const found = await findHarness(name.harness, {
    ...options,
    ...(version === undefined ? {} : { version }),
  });
  return nativeId({ ...name, version: found.version });
}

/**
 * Names of scaffolds in which each native harness has the version that its program gave, so that coordinates commit to
 * it. Names of our own scaffolds stay as they are.
 *
 * @throws MeasurandError `harness-missing` with how to install it, `harness-version`, `harness-unusable`,
 * `harness-without-tools`
 */
export function withHarnessVersions(
  scaffolds: readonly string[],
  options: FindOptions = {},
): Promise<readonly string[]> {
  return Promise.all(
    scaffolds.map((id) => {
      const name = nativeName(id);
      return name ? bound(name, options) : Promise.resolve(id);
    }),
  );
}
