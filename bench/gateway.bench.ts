import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scripted } from '../src/gateway/backends/scripted.ts';
import { openGateway } from '../src/gateway/server.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const BODY = Buffer.from(
  JSON.stringify({
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: 'x'.repeat(40_000) }],
    tools: [{ type: 'function', function: { name: 'shell', parameters: { type: 'object' } } }],
  }),
);
const REPLY = { text: 'y'.repeat(2_000), calls: [{ name: 'shell', args: { command: 'ls' } }] };
/** Requests of one measurement, at least. */
const REQUESTS = 2_000;

/** Milliseconds that one request took, body to last byte. */
function ask(port: number, agent: Agent, token: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port,
      agent,
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${token}`, 'content-length': BODY.length },
    });
    asking.on('error', reject);
    asking.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    });
    asking.end(BODY);
  });
}

async function latencies(port: number, token: string, streams: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: streams });
  const measured: number[] = [];
  const rounds = Math.max(2, Math.ceil(REQUESTS / streams));
  await Promise.all(
    Array.from({ length: streams }, async () => {
      for (let i = 0; i < rounds; i += 1) measured.push(await ask(port, agent, token));
    }),
  );
  agent.destroy();
  // The first round opens the connections.
  return measured.slice(streams).sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** What no gateway on this server could beat: the same bytes read and as many written, and nothing looked at. */
async function bare(bytes: number): Promise<{ readonly port: number; readonly server: Server }> {
  const answer = Buffer.alloc(bytes, 0x79);
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.end(answer));
  });
  await new Promise<void>((listening) =>
    server.listen({ host: '127.0.0.1', port: 0, backlog: 8192 }, listening),
  );
  return { port: (server.address() as AddressInfo).port, server };
}

async function measure(streams: number): Promise<readonly BenchResult[]> {
  const gateway = await openGateway({ backend: scripted(() => REPLY), classify: () => 'main' });
  const { port } = new URL(gateway.url);
  const before = process.memoryUsage().rss;
  const ours = await latencies(Number(port), gateway.token, streams);
  const grown = process.memoryUsage().rss - before;
  await gateway.idle();
  const received = await gateway.blob(gateway.records[0]?.received ?? '');
  await gateway[Symbol.asyncDispose]();
  const { port: barePort, server } = await bare(received.length);
  const theirs = await latencies(barePort, '', streams);
  server.close();
  server.closeAllConnections();
  const name = `gateway request, ${streams} at once`;
  const memory = `client and server grew by ${(grown / 2 ** 20).toFixed(0)} MiB`;
  return [
    {
      name: `${name}, p50 (${memory})`,
      milliseconds: at(ours, 0.5),
      bound: at(theirs, 0.5),
      reference: null,
    },
    { name: `${name}, p99`, milliseconds: at(ours, 0.99), bound: at(theirs, 0.99), reference: null },
  ];
}

/** A 40 KB request and a streamed reply, recorded in memory, beside a bare server that moves the same bytes. */
export const gateway: Benchmark = {
  name: 'gateway',
  run: async () => [...(await measure(1)), ...(await measure(100)), ...(await measure(1000))],
};
