import type { Environment, Owner, Recorder, ToolResult } from '../core/contracts/index.ts';
import type { JsonValue } from '../core/json.ts';

/** Calls a tool and records the call and its whole result. */
export async function recordedCall(
  environment: Environment,
  recorder: Recorder,
  owner: Owner,
  tool: string,
  args: JsonValue,
): Promise<ToolResult> {
  recorder.record({ type: 'call', owner, tool, args });
  const result = await environment.call(tool, args);
  recorder.record({ type: 'result', tool, isError: result.isError, value: result.value });
  return result;
}
