import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/**
 * Arguments on a wire that knows only objects (quirk `argumentsWire`): what is no object is shown back to the model in
 * one. The tool has seen the text itself.
 */
export function asObject(args: JsonValue): JsonObject {
  return isJsonObject(args) ? args : { unparsed_arguments: args };
}
