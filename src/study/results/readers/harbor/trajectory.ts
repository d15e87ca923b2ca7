import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import { type LoggedCall, trajectoryMarks } from '../../checks/trajectory.ts';
import { listAt, objectAt, textAt } from '../../fields.ts';
import type { Mark } from '../../run.ts';
import { objectIn } from '../small-file.ts';

function toolName(definition: JsonValue): string | undefined {
  return textAt(definition, 'name') ?? textAt(objectAt(definition, 'function'), 'name');
}

/** What the ATIF trajectory beside a trial shows. */
export function trajectoryFileMarks(folder: string): readonly Mark[] {
  const file = join(folder, 'agent', 'trajectory.json');
  const trajectory = objectIn(file);
  if (!trajectory) return [];
  const definitions = listAt(objectAt(trajectory, 'agent'), 'tool_definitions').flatMap(
    (one) => toolName(one) ?? [],
  );
  const calls = listAt(trajectory, 'steps').flatMap((step, at) =>
    listAt(step, 'tool_calls').flatMap((call, place): readonly LoggedCall[] => {
      const tool = textAt(call, 'function_name');
      if (tool === undefined || !isJsonObject(call)) return [];
      return [
        { tool, arguments: call['arguments'] ?? null, field: `steps[${at}].tool_calls[${place}]`, file },
      ];
    }),
  );
  return trajectoryMarks(calls, definitions.length > 0 ? new Set(definitions) : undefined);
}
