import type { JsonObject } from '../../../../core/json.ts';
import { LOST, textOf } from '../../../../scaffolds/native/reference/program/servers.mjs';
import type { ServerAnswer } from '../../../../scaffolds/native/reference/program/types.ts';

interface RpcAnswer {
  readonly result?: {
    readonly content?: readonly JsonObject[];
    readonly structuredContent?: JsonObject;
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

function answered({ result = {}, error }: RpcAnswer): ServerAnswer {
  if (error) {
    return {
      texts: [`Error: the tool server refused the call (${error.code}): ${error.message}`],
      isError: true,
    };
  }
  const { content = [], structuredContent, isError } = result;
  return {
    texts: content.map(textOf),
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    isError: isError === true,
  };
}

/** The tool services of a task, called over HTTP under the names that the reference harness gives them. */
export class HttpServers {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  declared(): [] {
    return [];
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #call(server: string, tool: string, args: JsonObject): Promise<ServerAnswer> {
    try {
      const response = await fetch(`${this.#address}/mcp/${server}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } },
        }),
      });
      return answered((await response.json()) as RpcAnswer);
    } catch {
      return { texts: [LOST], isError: true };
    }
  }

  call(declared: string, args: JsonObject): Promise<ServerAnswer> | undefined {
    const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(declared) ?? [];
    return server === undefined || tool === undefined ? undefined : this.#call(server, tool, args);
  }
}
