import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import type { LoggedCall } from '../../checks/trajectory.ts';
import { listAt, objectAt, textAt } from '../../fields.ts';

/** Tool calls of messages, in the form of chat completions (`function.name`) or with the name on the call. */
export function messageCalls(messages: readonly JsonValue[], field: string): readonly LoggedCall[] {
  return messages.flatMap((message, at) =>
    listAt(message, 'tool_calls').flatMap((call, place): readonly LoggedCall[] => {
      const inner = objectAt(call, 'function') ?? (isJsonObject(call) ? call : undefined);
      const tool = textAt(inner, 'name');
      if (!inner || tool === undefined) return [];
      return [{ tool, arguments: inner['arguments'] ?? null, field: `${field}[${at}].tool_calls[${place}]` }];
    }),
  );
}
