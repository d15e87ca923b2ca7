import { Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Environment } from '../../core/contracts/index.ts';
import { packageVersion } from '../../core/version.ts';
import { environmentServer, LARGEST_MESSAGE } from './environment-server.ts';
import { wholeLines } from './whole-lines.ts';

export interface StdioOptions {
  readonly input: Readable;
  /** Carries protocol messages and nothing else. */
  readonly output: Writable;
  /** Ends the serving when aborted. */
  readonly signal: AbortSignal;
  /** Hears what went wrong without ending the connection, such as a line that is no JSON. */
  readonly onProblem: (problem: Error) => void;
}

/** How long answers may still be under way after the input has ended. */
const LAST_ANSWERS_MS = 5000;

/** Requests that were read and not yet answered. A subscription is answered only when it ends, so it does not count. */
class OpenRequests {
  readonly #ids = new Set<unknown>();
  #onNone: (() => void) | undefined;

  read(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#ids.add(message.id);
    } else if (message.method === 'notifications/cancelled') this.#close(message.params?.['requestId']);
  }

  wrote(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#close(message.id);
  }

  #close(id: unknown): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#onNone?.();
  }

  /** Waits until none is open, or until the time is over. */
  async none(milliseconds: number): Promise<void> {
    if (this.#ids.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#onNone = (): void => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Serves an opened episode over a pair of streams, to clients of the 2025 handshake and of the 2026-07-28 protocol.
 * Resolves when the input has ended and what it asked for is answered, when the reader of the output is gone, or when
 * the signal is aborted.
 *
 * @throws MeasurandError `oversized-message` when a line is longer than `LARGEST_MESSAGE`
 */
export async function serveOverStdio(environment: Environment, options: StdioOptions): Promise<void> {
  const { input, output, signal, onProblem } = options;
  const open = new OpenRequests();
  const version = packageVersion();
  let failure: Error | undefined;

  async function* lines(): AsyncGenerator<Buffer> {
    try {
      yield* wholeLines(input, LARGEST_MESSAGE);
      await open.none(LAST_ANSWERS_MS);
    } catch (error) {
      failure = error as Error;
    }
  }

  const gate = Readable.from(lines(), { objectMode: false });
  const transport = new StdioServerTransport(gate, output, { maxBufferSize: 2 * LARGEST_MESSAGE });
  const handle = serveStdio(() => environmentServer(environment, version), {
    legacy: 'serve',
    transport,
    onerror: onProblem,
  });
  const { onmessage, onclose } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message): void => {
    open.read(message);
    onmessage?.(message);
  };
  transport.send = async (message): Promise<void> => {
    try {
      await send(message);
    } finally {
      open.wrote(message);
    }
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = (): void => {
      onclose?.();
      resolve();
    };
  });
  const stop = (): void => void handle.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await closed;
  signal.removeEventListener('abort', stop);
  gate.destroy();
  input.destroy();
  if (failure && !signal.aborted) throw failure;
}
