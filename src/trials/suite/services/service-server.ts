import { createServer, type Server, type Socket } from 'node:net';
import { type CallToolResult, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { packageVersion } from '../../../core/version.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';
import type { ServiceCall, TrialService } from './service.ts';

const UNKNOWN_TOOL = -32_602;

const later = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Serves one tool service of a run on a Unix socket, a protocol session for each connection. Every call stands in the
 * ledger as it came, before the tool has looked at it.
 */
export class ServiceServer {
  readonly #service: TrialService;
  readonly #ledger: RunLedger;
  readonly #call: ServiceCall;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(service: TrialService, values: PrivateValues, ledger: RunLedger) {
    this.#service = service;
    this.#ledger = ledger;
    this.#call = {
      values,
      count: (event) => ledger.count(service.name, event),
      commit: (event, data) => void ledger.record(service.name, event, data),
    };
    this.#server = createServer((socket) => this.#connected(socket));
  }

  async #answer(name: string, args: JsonObject, socket: Socket): Promise<CallToolResult> {
    this.#ledger.record(this.#service.name, 'call', { tool: name, args });
    const tool = this.#service.tools.find((each) => each.name === name);
    if (!tool) throw new ProtocolError(UNKNOWN_TOOL, `Tool ${name} not found`);
    const outcome = tool.call(args, this.#call);
    if ('dies' in outcome) {
      socket.destroy();
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

  #session(socket: Socket): McpServer {
    const server = new McpServer(
      { name: this.#service.name, version: packageVersion() },
      { capabilities: { tools: { listChanged: false } } },
    );
    server.server.setRequestHandler('tools/list', () => ({
      tools: this.#service.tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema: inputSchema as { type: 'object' },
      })),
    }));
    server.server.setRequestHandler('tools/call', ({ params }) =>
      this.#answer(params.name, (params.arguments ?? {}) as JsonValue as JsonObject, socket),
    );
    return server;
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    // A client that is gone is no failure of the service: the harness ends its servers as it likes.
    socket.on('error', () => undefined).once('close', () => void this.#sockets.delete(socket));
    const transport = new StdioServerTransport(socket, socket);
    serveStdio(() => this.#session(socket), { legacy: 'serve', transport, onerror: () => undefined });
  }

  async listen(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(path, resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
