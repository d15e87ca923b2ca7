import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Environment, ToolResult } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** Bytes of one message; the largest built-in submission takes under one mebibyte. */
export const LARGEST_MESSAGE = 16 * 1024 * 1024;

/** Levels of nesting that the arguments of a call may have; deeper ones would exhaust the stack of whatever walks them. */
const DEEPEST_ARGUMENTS = 64;

function isDeeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item: JsonValue) => isDeeperThan(item, levels - 1));
}

/** The answer as text for every client, and as an object for those that read objects. */
function toCallResult({ value, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    ...(isJsonObject(value) ? { structuredContent: value as Record<string, unknown> } : {}),
    isError,
  };
}

async function call(environment: Environment, name: string, args: JsonValue): Promise<CallToolResult> {
  if (!environment.tools.some((tool) => tool.name === name)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
  }
  if (isDeeperThan(args, DEEPEST_ARGUMENTS)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The arguments are nested deeper than ${DEEPEST_ARGUMENTS} levels`,
    );
  }
  return toCallResult(await environment.call(name, args));
}

/**
 * A Model Context Protocol server in front of one opened episode. Tools and their schemas go out as the environment
 * declares them, and arguments come in as the client sent them: the environment judges them, so that its ledger holds
 * wrong calls too. An answer that is an error becomes a tool error. The task's first words to the model are the
 * server's instructions.
 *
 * A server is cheap and holds no state; one is made for each connection or request, and all share the environment.
 *
 * @param version of the package, which the server names itself with
 */
export function environmentServer(environment: Environment, version: string): McpServer {
  const server = new McpServer(
    { name: 'measurand', version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: environment.turns.map((turn) => turn.text).join('\n\n'),
    },
  );
  server.server.setRequestHandler('tools/list', () => ({
    tools: environment.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: inputSchema as { type: 'object' },
    })),
  }));
  server.server.setRequestHandler('tools/call', ({ params }) =>
    call(environment, params.name, (params.arguments ?? {}) as JsonValue),
  );
  return server;
}
