import { MeasurandError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { HarnessRun } from '../contracts.ts';

/** Settings that a run may ask of any harness; each adapter says in its own dialect what it can. */
export interface HarnessSettings {
  /** `ask`: the harness would ask a person, and nobody is there. @default 'never' */
  readonly approval: 'never' | 'ask';
  /** The harness's own sandbox, where it has one. @default 'off' */
  readonly sandbox: 'off' | 'read-only' | 'workspace-write';
  /** Files of the workspace that its file tools may not write. */
  readonly denyWrite: readonly string[];
  /** Files of the workspace that nothing may read. */
  readonly denyRead: readonly string[];
  /** Commands, by first word, that may not be run. */
  readonly denyCommand: readonly string[];
  /** Compact the conversation at so many tokens, where that can be set. */
  readonly compactAt: number | undefined;
  /** Whether tools may be hidden behind a search tool. @default false */
  readonly toolSearch: boolean;
  /**
   * A program of the workspace, by its path there, that is run as a hook when the agent would finish. Exit code 2 keeps
   * the turn open, and what the program says on standard error is the reason.
   */
  readonly finishHook: string | undefined;
  /**
   * A program of the workspace that is asked, where `approval` is `ask`, before each call of a tool server: the call as
   * JSON on standard input; `approved`, `rejected` or `expired` on standard output. Unless it approves it says why on
   * standard error and ends with code 2, as hooks do.
   */
  readonly approver: string | undefined;
}

const KNOWN = [
  'approval',
  'sandbox',
  'denyWrite',
  'denyCommand',
  'compactAt',
  'toolSearch',
  'denyRead',
  'finishHook',
  'approver',
];

function refuse(field: string): never {
  throw new MeasurandError('harness-settings', 'is no setting of a run, or has no such value', {
    field: `settings.${field}`,
    next: `Known are ${KNOWN.join(', ')}`,
  });
}

function oneOf<const W extends string>(field: string, value: JsonValue | undefined, words: readonly W[]): W {
  if (value === undefined) return words[0] as W;
  return words.find((word) => word === value) ?? refuse(field);
}

function texts(field: string, value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return refuse(field);
}

function optionalText(field: string, value: JsonValue | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : refuse(field);
}

/** @throws MeasurandError `harness-settings` on a setting that is unknown or has a wrong value */
export function governance({ settings }: Pick<HarnessRun, 'settings'>): HarnessSettings {
  for (const field of Object.keys(settings)) if (!KNOWN.includes(field)) refuse(field);
  const { compactAt, toolSearch } = settings as Record<string, JsonValue | undefined>;
  if (compactAt !== undefined && !Number.isSafeInteger(compactAt)) refuse('compactAt');
  if (toolSearch !== undefined && typeof toolSearch !== 'boolean') refuse('toolSearch');
  return {
    approval: oneOf('approval', settings['approval'], ['never', 'ask']),
    sandbox: oneOf('sandbox', settings['sandbox'], ['off', 'read-only', 'workspace-write']),
    denyWrite: texts('denyWrite', settings['denyWrite']),
    denyRead: texts('denyRead', settings['denyRead']),
    denyCommand: texts('denyCommand', settings['denyCommand']),
    compactAt: compactAt as number | undefined,
    toolSearch: toolSearch === true,
    finishHook: optionalText('finishHook', settings['finishHook']),
    approver: optionalText('approver', settings['approver']),
  };
}
