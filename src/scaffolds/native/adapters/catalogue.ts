import { MeasurandError } from '../../../core/errors.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { claudeCode } from './claude-code/adapter.ts';
import { codex } from './codex/adapter.ts';
import { dsh } from './dsh/adapter.ts';
import { gemini } from './gemini/adapter.ts';
import { openclaw } from './openclaw/adapter.ts';
import { opencode } from './opencode/adapter.ts';
import { pi } from './pi/adapter.ts';
import { qwen } from './qwen/adapter.ts';

/** Every harness that Measurand can drive, in the order of its tables. */
export const HARNESS_ADAPTERS: readonly HarnessAdapter[] = [
  claudeCode,
  codex,
  dsh,
  openclaw,
  opencode,
  pi,
  qwen,
  gemini,
];

/** @throws MeasurandError `unknown-harness` */
export function adapterOf(id: string): HarnessAdapter {
  const adapter = HARNESS_ADAPTERS.find((each) => each.id === id);
  if (adapter) return adapter;
  throw new MeasurandError('unknown-harness', `there is no harness ${JSON.stringify(id)}`, {
    next: `Known are ${HARNESS_ADAPTERS.map((each) => each.id).join(', ')}`,
  });
}
