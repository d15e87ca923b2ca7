import type { ToolCall, ToolDeclaration } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { ReplyCall } from '../../../gateway/contracts.ts';
import type { DeclaredTool, ShownCall } from '../../../trace/wire/request-view.ts';
import type { HarnessAdapter, MovePlace } from '../contracts.ts';

/** The name of the task's tool server, as the harness is told it. */
export const TASK_SERVER = 'trade';

/** Stands for the arguments of a call, so that it is seen where the harness puts them. */
const ARGUMENTS: JsonObject = { arguments: 'here' };

/** How the harness calls one tool of the task. */
interface Spelling {
  readonly tool: ToolDeclaration;
  readonly call: ReplyCall;
  /** The argument that holds the task's arguments, where a tool that calls tools stands between. */
  readonly within: string | undefined;
  /** The harness's own declaration of the tool; undefined where it has none. */
  readonly declared: DeclaredTool | undefined;
}

function withinOf(args: JsonValue): string | undefined {
  if (args === ARGUMENTS || !isJsonObject(args)) return undefined;
  return Object.keys(args).find((key) => args[key] === ARGUMENTS);
}

const objectIn = (args: JsonValue): JsonValue => {
  if (typeof args !== 'string') return args;
  try {
    const value = JSON.parse(args) as JsonValue;
    return isJsonObject(value) ? value : args;
  } catch {
    return args;
  }
};

const ownName = ({ name, namespace }: { readonly name: string; readonly namespace?: string }): string =>
  namespace === undefined ? name : `${namespace}.${name}`;

/** The tools of a task in the words of one harness, and back, as the harness declared them in a request. */
export class Dialect {
  readonly #spellings: readonly Spelling[];
  readonly #declared: readonly DeclaredTool[];

  constructor(
    adapter: HarnessAdapter,
    tools: readonly ToolDeclaration[],
    declared: readonly DeclaredTool[],
    place: MovePlace,
  ) {
    this.#declared = declared;
    this.#spellings = tools.flatMap((tool): Spelling[] => {
      const move = { move: 'callTool', server: TASK_SERVER, tool: tool.name, args: ARGUMENTS } as const;
      const native = adapter.translate(move, declared, place);
      if ('unsupported' in native) return [];
      const within = withinOf(native.call.args);
      return [{ tool, call: native.call, within, declared: within ? undefined : native.declared }];
    });
  }

  /** Tools of the task that the model can call, by the task's names and in the harness's words. */
  taskTools(): readonly ToolDeclaration[] {
    return this.#spellings.map(({ tool, declared }) =>
      declared === undefined
        ? tool
        : {
            name: tool.name,
            description: declared.description,
            inputSchema: declared.inputSchema ?? tool.inputSchema,
          },
    );
  }

  /** Every other function that the harness declares, by its own name. */
  ownTools(): readonly ToolDeclaration[] {
    const taken = new Set(this.#spellings.map(({ declared }) => declared));
    return this.#declared
      .filter((tool) => tool.kind === 'function' && !taken.has(tool))
      .map((tool) => ({
        name: ownName(tool),
        description: tool.description,
        inputSchema: tool.inputSchema ?? { type: 'object' },
      }));
  }

  /** A call of the model in the harness's words; a tool that nobody declared is called as the model named it. */
  toWire({ id, name, args }: ToolCall): ReplyCall {
    const spelling = this.#spellings.find(({ tool }) => tool.name === name);
    if (!spelling) return { ...this.#own(name), id, ...argsOf(args) };
    const { call, within } = spelling;
    if (within === undefined) return { ...call, id, ...argsOf(args) };
    return { ...call, id, args: { ...(call.args as JsonObject), [within]: args } };
  }

  #own(name: string): Pick<ReplyCall, 'name' | 'namespace'> {
    const tool = this.#declared.find((each) => ownName(each) === name);
    if (!tool) return { name };
    return { name: tool.name, ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }) };
  }

  /** A call of the history as the model would name it. */
  fromWire({ id, name, namespace, args }: ShownCall): ToolCall {
    const given = objectIn(args);
    const same = ({ call, within }: Spelling): boolean =>
      call.name === name &&
      (namespace === undefined || namespace === call.namespace) &&
      (within === undefined || isWrapped(given, call.args as JsonObject, within));
    const spelling = this.#spellings.find(same);
    if (!spelling) {
      return { id, name: ownName({ name, ...(namespace === undefined ? {} : { namespace }) }), args: given };
    }
    const { tool, within } = spelling;
    return {
      id,
      name: tool.name,
      args: within === undefined ? given : objectIn((given as JsonObject)[within] ?? {}),
    };
  }
}

/** Arguments that are no object go out as the text that the model wrote. */
function argsOf(args: JsonValue): Pick<ReplyCall, 'args' | 'rawArgs'> {
  if (isJsonObject(args)) return { args };
  return { args: {}, rawArgs: typeof args === 'string' ? args : JSON.stringify(args) };
}

function isWrapped(given: JsonValue, pattern: JsonObject, within: string): boolean {
  return (
    isJsonObject(given) &&
    Object.entries(pattern).every(([key, value]) => key === within || given[key] === value)
  );
}
