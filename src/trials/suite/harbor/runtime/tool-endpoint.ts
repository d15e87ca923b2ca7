import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import type { RunLedger } from '../../run-ledger.ts';
import { callTool, type ServiceCall, type TrialService } from '../../services/service.ts';

const INVALID = -32_602;
const UNKNOWN_METHOD = -32_601;
const PROTOCOL = '2025-06-18';

/** What one message is answered with: a JSON-RPC answer, nothing (a notification), or the end of the connection. */
export type EndpointAnswer = JsonObject | 'nothing' | 'dies';

const later = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * A tool service over the Model Context Protocol's HTTP transport, as small as a service with fixed tools needs it: one
 * answer to each message, no session and no stream.
 */
export class ToolEndpoint {
  readonly #service: TrialService;
  readonly #call: ServiceCall;
  readonly #ledger: RunLedger;

  constructor(service: TrialService, call: ServiceCall, ledger: RunLedger) {
    this.#service = service;
    this.#call = call;
    this.#ledger = ledger;
  }

  async #called(params: JsonObject): Promise<{ readonly answer: JsonObject } | 'dies'> {
    const name = String(params['name']);
    const args = isJsonObject(params['arguments']) ? params['arguments'] : {};
    const outcome = callTool(this.#service, this.#call, this.#ledger, name, args);
    if (!outcome) return { answer: { error: { code: INVALID, message: `Tool ${name} not found` } } };
    if ('dies' in outcome) return 'dies';
    if ('code' in outcome) return { answer: { error: { code: outcome.code, message: outcome.message } } };
    const { afterMs, ...result } = outcome;
    if (afterMs !== undefined) await later(afterMs);
    return { answer: { result: result as unknown as JsonValue } };
  }

  #plain(method: unknown, params: JsonObject): JsonObject {
    const { name, tools } = this.#service;
    if (method === 'initialize') {
      return {
        result: {
          protocolVersion:
            typeof params['protocolVersion'] === 'string' ? params['protocolVersion'] : PROTOCOL,
          capabilities: { tools: { listChanged: false } },
          serverInfo: { name, version: '1.0.0' },
        },
      };
    }
    if (method === 'ping') return { result: {} };
    if (method === 'tools/list') {
      const declared = tools.map((tool) => ({
        ...{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema },
      }));
      return { result: { tools: declared } };
    }
    return { error: { code: UNKNOWN_METHOD, message: `${String(method)} is not known here` } };
  }

  async answer(message: JsonObject): Promise<EndpointAnswer> {
    const { id, method } = message;
    if (id === undefined || method === undefined) return 'nothing';
    const params = isJsonObject(message['params']) ? message['params'] : {};
    if (method !== 'tools/call') return { jsonrpc: '2.0', id, ...this.#plain(method, params) };
    const called = await this.#called(params);
    return called === 'dies' ? 'dies' : { jsonrpc: '2.0', id, ...called.answer };
  }
}
