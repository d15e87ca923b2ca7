import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { DeclaredTool } from '../../../trace/wire/request-view.ts';
import type { NativeCall } from '../contracts.ts';

const compiled = new WeakMap<JsonObject, z.ZodType | null>();

/** zod reads JSON Schema draft 2020-12, draft 7 and 4; null where a declaration holds what it cannot read. */
function validatorOf(schema: JsonObject): z.ZodType | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  let made: z.ZodType | null;
  try {
    made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    made = null;
  }
  compiled.set(schema, made);
  return made;
}

const OPEN = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref'];

/**
 * An argument that the declaration does not name. Most declarations do not forbid others, and a harness may refuse them
 * all the same.
 */
function unnamed(schema: JsonObject, args: JsonValue): string | undefined {
  const { properties, additionalProperties: others = false } = schema;
  if (!isJsonObject(properties) || !isJsonObject(args) || others !== false) return undefined;
  if (OPEN.some((key) => schema[key] !== undefined)) return undefined;
  return Object.keys(args).find((name) => !Object.hasOwn(properties, name));
}

function argumentTrouble(tool: DeclaredTool, args: JsonValue): string | undefined {
  if (tool.kind === 'custom') {
    return typeof args === 'string' ? undefined : `${tool.name} takes free text, not JSON`;
  }
  if (!tool.inputSchema) return undefined;
  const other = unnamed(tool.inputSchema, args);
  if (other !== undefined) return `${tool.name} declares no argument ${other}`;
  const validator = validatorOf(tool.inputSchema);
  if (!validator) return undefined;
  const read = validator.safeParse(args);
  return read.success
    ? undefined
    : `${tool.name} does not take these arguments: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`;
}

/**
 * What is wrong with a translated call, beside the declaration that the harness itself sent to the model. Without
 * this check a probe would test a slip of ours. Calls without a declaration are wrong unless the move was `raw`.
 */
export function callTrouble(native: NativeCall, kind: string): string | undefined {
  if ('unsupported' in native) return native.unsupported;
  if (kind === 'raw') return undefined;
  const { call, declared } = native;
  if (!declared) return `no tool ${call.namespace ? `${call.namespace}.` : ''}${call.name} is declared`;
  return argumentTrouble(declared, call.args);
}
