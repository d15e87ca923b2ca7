import type { RunControl } from '../../core/contracts/index.ts';
import { BridgeFailure, BridgeSession, type Isolation, isolationFor } from '../../scorers/bridge/index.ts';
import { BRIDGE_RULES, type BridgeRule, type RuleContext, type RuleResult } from './check-rules.ts';
import { absoluteWords } from './command-words.ts';

/** One rule of the protocol and how the target fared. */
export interface CheckedRule {
  readonly rule: string;
  readonly says: string;
  readonly verdict: 'pass' | 'fail' | 'not-probed';
  readonly detail: string;
}

export interface BridgeCheckReport {
  readonly command: readonly string[];
  readonly rules: readonly CheckedRule[];
  readonly passed: number;
  readonly failed: number;
  readonly notProbed: number;
  readonly isolation: Isolation;
}

export interface BridgeCheckOptions extends RunControl {
  /** The target as a command line in words. */
  readonly command: readonly string[];
  /** Longest wait for one answer. @default 20,000 ms */
  readonly milliseconds?: number;
}

function checked({ id, says }: BridgeRule, result: RuleResult): CheckedRule {
  if (result === 'pass') return { rule: id, says, verdict: 'pass', detail: '' };
  return 'fail' in result
    ? { rule: id, says, verdict: 'fail', detail: result.fail }
    : { rule: id, says, verdict: 'not-probed', detail: result.notProbed };
}

async function tryRule(rule: BridgeRule, context: RuleContext): Promise<RuleResult> {
  const session = context.start();
  try {
    return await rule.check(session, context);
  } catch (error) {
    if (error instanceof BridgeFailure) return { fail: `${error.fault}: ${error.message}` };
    throw error;
  } finally {
    await session.kill();
  }
}

/**
 * Tries a target of your own against every rule of the line protocol, each in a process of its own: fuzzed lines, huge
 * lines, separators of Unicode, kill, hang and end of input included.
 */
export async function checkBridge(options: BridgeCheckOptions): Promise<BridgeCheckReport> {
  const { command, milliseconds = 20_000, signal, onProgress } = options;
  const words = absoluteWords(command);
  const wrapping = isolationFor([]);
  const context: RuleContext = {
    start: (env = { PYTHONHASHSEED: '0' }) => new BridgeSession({ command: words, wrapping, env }),
    milliseconds,
    hooks: [],
    task: undefined,
    submission: undefined,
  };
  const rules: CheckedRule[] = [];
  for (const [at, rule] of BRIDGE_RULES.entries()) {
    signal?.throwIfAborted();
    rules.push(checked(rule, await tryRule(rule, context)));
    onProgress?.({ what: 'Rules', done: at + 1, total: BRIDGE_RULES.length });
  }
  const count = (verdict: CheckedRule['verdict']): number =>
    rules.filter((each) => each.verdict === verdict).length;
  return {
    command,
    rules,
    passed: count('pass'),
    failed: count('fail'),
    notProbed: count('not-probed'),
    isolation: wrapping.isolation,
  };
}
