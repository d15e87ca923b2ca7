import type { Duplex, Readable, Writable } from 'node:stream';
import { type CallToolResult, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonObject } from '../../../core/json.ts';
import { packageVersion } from '../../../core/version.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';
import { callTool, type ServiceCall, serviceCall, type TrialService } from './service.ts';

const UNKNOWN_TOOL = -32_602;

const later = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** One connection of a harness. Every call stands in the ledger as it came, before the tool has looked at it. */
class ServiceSession {
  readonly #service: TrialService;
  readonly #call: ServiceCall;
  readonly #ledger: RunLedger;
  readonly #connection: Duplex;

  constructor(service: TrialService, call: ServiceCall, ledger: RunLedger, connection: Duplex) {
    this.#service = service;
    this.#call = call;
    this.#ledger = ledger;
    this.#connection = connection;
  }

  async #answer(name: string, args: JsonObject): Promise<CallToolResult> {
    const outcome = callTool(this.#service, this.#call, this.#ledger, name, args);
    if (!outcome) throw new ProtocolError(UNKNOWN_TOOL, `Tool ${name} not found`);
    if ('dies' in outcome) {
      this.#connection.destroy();
      throw new ProtocolError(UNKNOWN_TOOL, 'the service has ended');
    }
    if ('code' in outcome) throw new ProtocolError(outcome.code, outcome.message);
    const { afterMs, content, structuredContent, isError } = outcome;
    if (afterMs !== undefined) await later(afterMs);
    return {
      content: content as unknown as CallToolResult['content'],
      ...(structuredContent === undefined ? {} : { structuredContent: { ...structuredContent } }),
      ...(isError === undefined ? {} : { isError }),
    };
  }

  server(): McpServer {
    const { name, tools } = this.#service;
    const server = new McpServer(
      { name, version: packageVersion() },
      { capabilities: { tools: { listChanged: false } } },
    );
    server.server.setRequestHandler('tools/list', () => ({
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: tool.inputSchema as { type: 'object' },
      })),
    }));
    server.server.setRequestHandler('tools/call', ({ params }) =>
      this.#answer(params.name, (params.arguments ?? {}) as JsonObject),
    );
    return server;
  }
}

/** Serves one tool service of a run: a protocol session for each connection, one ledger for all of them. */
export function serveService(
  service: TrialService,
  values: PrivateValues,
  ledger: RunLedger,
): (connection: Duplex) => void {
  const call = serviceCall(service, values, ledger);
  return (connection) => {
    const transport = new StdioServerTransport(connection as Readable & Writable, connection);
    const session = new ServiceSession(service, call, ledger, connection);
    serveStdio(() => session.server(), { legacy: 'serve', transport, onerror: () => undefined });
  };
}
