import type { Scaffold } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { l0 } from './l0/l0.ts';
import { l0Release } from './l0-release/index.ts';
import { l1 } from './l1/l1.ts';
import { l2 } from './l2/l2.ts';
import { HARNESS_ADAPTERS } from './native/adapters/catalogue.ts';
import { nativeScaffold } from './native/as-scaffold/native-scaffold.ts';
import { ruleAgent } from './rule-agent/index.ts';

/** Every scaffold that we own, by level. */
export const SCAFFOLDS: readonly Scaffold[] = [l0, l0Release, ruleAgent, l1, l2];

const BY_ID = new Map(SCAFFOLDS.map((scaffold) => [scaffold.id, scaffold]));

/**
 * A scaffold by its name: one of ours, or a native harness with its version, such as `codex@0.171.0`.
 *
 * @throws MeasurandError `unknown-scaffold`, naming the scaffolds there are; `scaffold-version` for a native harness
 * without one, `harness-without-tools` for one that no task can reach
 */
export function scaffoldNamed(id: string): Scaffold {
  const scaffold = BY_ID.get(id) ?? nativeScaffold(id);
  if (scaffold) return scaffold;
  throw new MeasurandError('unknown-scaffold', `There is no scaffold ${JSON.stringify(id)}`, {
    field: 'scaffold',
    next: `Choose from ${[...BY_ID.keys(), ...HARNESS_ADAPTERS.map((adapter) => adapter.id)].join(', ')}`,
  });
}
