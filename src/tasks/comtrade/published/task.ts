import type { Environment, Seed, Task, TaskOptions, Truth } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  COMTRADE_DECISIONS,
  type ComtradeDefinition,
  comtradeDefinition,
  type FaultMode,
} from '../definitions.ts';
import { withProtocol } from '../protocols.ts';
import { PublishedEnvironment } from './environment.ts';
import type { ReleaseGrader } from './grader.ts';
import { type ReleaseFault, releaseRecords } from './service.ts';

export interface PublishedTaskOptions {
  /** Grades submissions as the release's submit tool does; without it the tool only acknowledges. */
  readonly grade?: ReleaseGrader;
}

/** The kinds of fault that each mode declares; `pagination` means that the records come in more than one page. */
const DECLARED_FAULTS: Readonly<Record<FaultMode, readonly ReleaseFault[]>> = {
  none: [],
  pagination: ['pagination'],
  duplicates: ['duplicates'],
  rate_limit: ['rate_limit'],
  server_error: ['server_error'],
  page_drift: ['page_drift'],
  totals_trap: ['totals'],
  mixed: ['rate_limit', 'duplicates'],
  adaptive: ['duplicates', 'rate_limit', 'totals'],
};

function titleOf({ id, origin }: ComtradeDefinition): string {
  const name = id.replaceAll('_', ' ');
  return origin === 'release' ? name : `${name} (reconstructed from Table A11; not in the release)`;
}

/**
 * A task of the release, its defects included, for any definition: an audit may change one setting and look for a
 * difference. `open` takes a seed and ignores it, on purpose: no seed enters the release (reference §9.1, item 1).
 * The release takes a submission in one call; the other protocols are laid over its tools, which otherwise stay its own.
 */
export function publishedTaskOf(definition: ComtradeDefinition, options: PublishedTaskOptions = {}): Task {
  const { id, query, paging, pageSize, maxRequests, rows, qps, fault, origin } = definition;
  return {
    id,
    suite: 'comtrade',
    profile: 'as-published',
    title: titleOf(definition),
    decisions: COMTRADE_DECISIONS,
    faults: DECLARED_FAULTS[fault.mode],
    settings: { query, paging, pageSize, maxRequests, rows, qps, fault, origin } as unknown as JsonObject,
    open: (_seed: Seed, { submission = 'single' }: TaskOptions = {}): Environment =>
      withProtocol(new PublishedEnvironment(definition, options.grade), submission),
    truth: (): Truth => ({ records: releaseRecords(definition), idField: 'record_id' }),
  };
}

/** @throws MeasurandError `unknown-task`, naming the tasks there are */
export function publishedTask(id: string, options: PublishedTaskOptions = {}): Task {
  return publishedTaskOf(comtradeDefinition(id), options);
}
