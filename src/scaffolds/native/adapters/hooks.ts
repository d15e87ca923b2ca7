import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { HarnessRun } from '../contracts.ts';
import { governance } from './settings.ts';

/** Names of the two events in a harness's dialect. */
export interface HookEvents {
  readonly finish: string;
  readonly approve: string;
  /** Names of tools that come from servers, as its matchers have them. */
  readonly servers: string;
  /** The unit in which the longest time of a hook is given. */
  readonly timeout: 'seconds' | 'milliseconds';
}

const SECONDS = 60;

/** The hooks of a run, in the form that several harnesses share; empty when the run asks for none. */
export function hooksOf(run: HarnessRun, events: HookEvents): JsonObject {
  const { approval, approver, finishHook } = governance(run);
  const entry = (program: string): JsonValue => [
    {
      type: 'command',
      command: `${run.workspace}/${program}`,
      timeout: events.timeout === 'seconds' ? SECONDS : SECONDS * 1000,
    },
  ];
  return {
    ...(finishHook === undefined ? {} : { [events.finish]: [{ hooks: entry(finishHook) }] }),
    ...(approval !== 'ask' || approver === undefined
      ? {}
      : { [events.approve]: [{ matcher: events.servers, hooks: entry(approver) }] }),
  };
}
