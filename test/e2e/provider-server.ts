import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, when it is JSON. */
  readonly json: Record<string, unknown>;
}

/** Answers the n-th request, counted from 0. */
export type Answer = (response: ServerResponse, request: HeardRequest, nth: number) => void;

export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  readonly heard: readonly HeardRequest[];
  /** Connections that the other side has closed. */
  readonly hungUp: () => number;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A provider on this machine that answers as a test says and remembers what it was asked. */
export async function provider(answer: Answer): Promise<ProviderServer> {
  const heard: HeardRequest[] = [];
  const sockets = new Set<Socket>();
  let hungUp = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      heard.push({ method, path: url, headers, text, json: parsed(text) });
      answer(response, heard.at(-1) as HeardRequest, heard.length - 1);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      hungUp += 1;
      sockets.delete(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    hungUp: () => hungUp,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Whole server-sent events, each `data:` line one JSON value or a word; Anthropic's name their type as well. */
export const events =
  (...values: readonly unknown[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const value of values) response.write(eventText(value));
    response.end();
  };

export function eventText(value: unknown): string {
  const type = (value as { type?: string }).type;
  const data = typeof value === 'string' ? value : JSON.stringify(value);
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;
}
