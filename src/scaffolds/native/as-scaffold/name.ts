import { MeasurandError } from '../../../core/errors.ts';
import { HARNESS_ADAPTERS } from '../adapters/catalogue.ts';
import type { HarnessAdapter } from '../contracts.ts';

/** A native harness as scaffolds are named: `codex@0.171.0`, or `codex@0.171.0+own-tools`. */
export interface NativeName {
  readonly harness: string;
  /** As the program itself gave it; absent in what a person wrote. */
  readonly version: string | undefined;
  /** Whether the model is offered the harness's own tools beside those of the task. */
  readonly ownTools: boolean;
}

const NAME = /^([a-z][a-z-]*)(?:@([0-9A-Za-z][0-9A-Za-z.-]*))?(\+own-tools)?$/;

/** The parts of a name; undefined for a name that is not one of a native harness. */
export function nativeName(id: string): NativeName | undefined {
  const [, harness = '', version, own] = NAME.exec(id) ?? [];
  if (!HARNESS_ADAPTERS.some((adapter) => adapter.id === harness)) return undefined;
  return { harness, version, ownTools: own !== undefined };
}

export function nativeId({ harness, version, ownTools }: NativeName): string {
  return `${harness}${version === undefined ? '' : `@${version}`}${ownTools ? '+own-tools' : ''}`;
}

/** @throws MeasurandError `harness-without-tools` for a harness that cannot reach the tools of a task */
export function requireToolClient({ id, title, claims }: HarnessAdapter): void {
  if (claims.some(({ capability }) => capability === 'callTool')) return;
  throw new MeasurandError(
    'harness-without-tools',
    `${title} has no client for tool servers, so no task reaches it`,
    {
      field: 'scaffold',
      kind: 'unsupported',
      next: `Leave ${id} out`,
    },
  );
}
