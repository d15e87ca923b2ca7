import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Environment } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { packageVersion } from '../../core/version.ts';
import { environmentServer, LARGEST_MESSAGE } from './environment-server.ts';

export interface HttpOptions {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  /** When set, a request without `Authorization: Bearer TOKEN` is refused. */
  readonly token?: string;
  readonly onProblem: (problem: Error) => void;
}

export interface HttpServing {
  readonly url: string;
  /** Answers what is under way, then frees the port. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const PATH = '/mcp';

/** How long requests under way may take once the server is closing. */
const LAST_ANSWERS_MS = 2000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in a time that does not depend on where the two differ. */
const isToken = (header: string | null, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

/** Refuses what a page in a browser could send by DNS rebinding or across origins, and whoever lacks the token. */
function refusal(request: Request, token: string | undefined): Response | undefined {
  const foreign =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (foreign) return foreign;
  if (token === undefined || isToken(request.headers.get('authorization'), token)) return undefined;
  return Response.json(
    { error: 'The request carries no valid token' },
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

function application(handler: McpHttpHandler, token: string | undefined): Hono {
  const app = new Hono();
  app.use((context, next) => {
    const refused = refusal(context.req.raw, token);
    return refused ? Promise.resolve(refused) : next();
  });
  app.all(PATH, (context) => handler.fetch(context.req.raw));
  return app;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new MeasurandError(
          'port-unavailable',
          `cannot listen on port ${port}: ${cause.code ?? cause.message}`,
          {
            next: 'Choose another port, or leave --port out to get a free one',
            cause,
          },
        ),
      ),
    );
    server.listen(port, LOOPBACK, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await ended;
  clearTimeout(timer);
}

/**
 * Serves an opened episode over streamable HTTP on the loopback address, to clients of the 2025 handshake and of the
 * 2026-07-28 protocol. Requests need no session: whoever calls, the one episode answers.
 *
 * @throws MeasurandError `port-unavailable`
 */
export async function serveOverHttp(environment: Environment, options: HttpOptions): Promise<HttpServing> {
  const version = packageVersion();
  const handler = createMcpHandler(() => environmentServer(environment, version), {
    legacy: 'stateless',
    maxRequestBodySize: LARGEST_MESSAGE,
    onerror: options.onProblem,
  });
  const app = application(handler, options.token);
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  const port = await listen(server, options.port);
  return {
    url: `http://${LOOPBACK}:${port}${PATH}`,
    close: async (): Promise<void> => {
      await handler.close();
      await stop(server);
    },
  };
}
