import { spawn } from 'node:child_process';

/** @import { Seams, ServerAnswer, ToolDeclaration } from './types.ts' */

export const LOST =
  'Outcome unknown: the connection closed before the tool server answered. The call may have taken effect; look before you repeat it.';

/** @param {any} part */
export function textOf(part) {
  if (part.type === 'text') return part.text;
  if (part.type === 'resource' && typeof part.resource.text === 'string') return part.resource.text;
  const bytes = typeof part.data === 'string' ? Buffer.from(part.data, 'base64').length : 0;
  return `[a part of type ${part.type}${part.mimeType ? ` (${part.mimeType})` : ''} with ${bytes} bytes, which cannot be shown]`;
}

/** One tool server, with the official client of its protocol. It is connected to again when it is needed again. */
class ToolServer {
  /** @type {string} */ name;
  /** @type {readonly string[]} */ #command;
  /** @type {any} */ #client;
  #open = false;
  /** @type {readonly any[]} */ tools = [];

  /** @param {string} name @param {readonly string[]} command */
  constructor(name, command) {
    this.name = name;
    this.#command = command;
  }

  async connect() {
    const { Client } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const [command = '', ...args] = this.#command;
    this.#client = new Client({ name: 'measurand-reference', version: '1.0.0' });
    this.#client.onclose = () => {
      this.#open = false;
    };
    await this.#client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
    this.#open = true;
    this.tools = (await this.#client.listTools()).tools;
  }

  /** @param {string} name @param {any} args @returns {Promise<ServerAnswer>} */
  async call(name, args) {
    if (!this.#open) await this.connect();
    try {
      const {
        content = [],
        structuredContent,
        isError,
      } = await this.#client.callTool({ name, arguments: args });
      return {
        texts: content.map(textOf),
        ...(structuredContent === undefined ? {} : { structured: structuredContent }),
        isError: isError === true,
      };
    } catch (error) {
      const { message, code } = /** @type {{ message: string, code?: unknown }} */ (error);
      const lost = typeof code !== 'number';
      return {
        texts: [lost ? LOST : `Error: the tool server refused the call (${code}): ${message}`],
        isError: true,
      };
    }
  }

  async close() {
    if (this.#open) await this.#client.close();
  }

  /** Starts the server once more, in a group of its own and with an input that never ends: the fault of `keepsServers`. */
  leave() {
    const words = ['-c', 'tail -f /dev/null | "$@"', 'sh', ...this.#command];
    spawn('sh', words, { detached: true, stdio: 'ignore' }).unref();
  }
}

/** The tool servers of a run. */
export class ToolServers {
  /** @type {readonly ToolServer[]} */ #servers;
  /** @type {Seams} */ #seams;

  /** @param {readonly { name: string, command: readonly string[] }[]} servers @param {Seams} seams */
  constructor(servers, seams) {
    this.#seams = seams;
    this.#servers = servers.map(({ name, command }) => new ToolServer(name, command));
  }

  async connect() {
    for (const server of this.#servers) await server.connect();
  }

  /** @returns {ToolDeclaration[]} */
  declared() {
    return this.#servers.flatMap(({ name, tools }) =>
      tools.map((tool) => ({
        name: `mcp__${name}__${tool.name}`,
        description: tool.description ?? '',
        parameters: tool.inputSchema,
      })),
    );
  }

  /** @param {string} declared @param {any} args @returns {Promise<ServerAnswer> | undefined} */
  call(declared, args) {
    for (const server of this.#servers) {
      const prefix = `mcp__${server.name}__`;
      if (declared.startsWith(prefix)) return server.call(declared.slice(prefix.length), args);
    }
    return undefined;
  }

  async close() {
    for (const server of this.#servers) {
      if (this.#seams.keepsServers()) server.leave();
      await server.close();
    }
  }
}
