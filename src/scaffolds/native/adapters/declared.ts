import { posix } from 'node:path';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { DeclaredTool } from '../../../trace/wire/request-view.ts';
import type { NativeCall } from '../contracts.ts';

/** A function call, with the declaration that stands for it in the request, if any. */
export function functionCall(
  tools: readonly DeclaredTool[],
  name: string,
  args: JsonValue,
  namespace?: string,
): NativeCall {
  const declared = tools.find((tool) => tool.name === name && tool.namespace === namespace);
  if (!declared) return { unsupported: `no tool ${namespace ? `${namespace}.` : ''}${name} is declared` };
  return {
    call: {
      name,
      args,
      ...(namespace === undefined ? {} : { namespace }),
      ...(declared.kind === 'custom' ? { kind: 'custom' as const } : {}),
    },
    declared,
  };
}

/** An object without the members that are undefined. */
export function given(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

/** A path of the workspace as an absolute one; an absolute path stays. */
export function absolute(workspace: string, path: string): string {
  return posix.resolve(workspace, path);
}
