import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MeasurandError } from '../../../core/errors.ts';

/** A tool server of ours: hears one connection of the harness at a time or several, MCP over lines. */
export type ServeConnection = (connection: Duplex) => void;

/** A unix socket on which a tool server of ours listens while a run lasts. */
export class ToolSocket implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws MeasurandError `tool-socket` */
  static async open(path: string, serve: ServeConnection): Promise<ToolSocket> {
    const server = createServer();
    const opened = new ToolSocket(server);
    server.on('connection', (socket) => {
      opened.#open.add(socket);
      socket.once('close', () => opened.#open.delete(socket));
      serve(socket);
    });
    try {
      server.listen(path);
      await once(server, 'listening');
    } catch (cause) {
      throw new MeasurandError('tool-socket', `cannot listen for tool calls: ${(cause as Error).message}`, {
        kind: 'apparatus',
        file: path,
        cause,
      });
    }
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }
}
