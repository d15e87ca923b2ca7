import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The real queue server, on a port of its own on this machine, that can be killed and started again. */
export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'measurand-redis-'));
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#options = options;
  }

  /** @param options further options of redis-server */
  static async start(options: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  /** Starts it on the data that it had, if it kept any. */
  async start(): Promise<void> {
    const child = spawn(
      'redis-server',
      ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder, '--save', '']
        .concat(['--maxmemory-policy', 'noeviction'])
        .concat(this.#options),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said = `${said}${text}`.slice(-10_000);
        if (said.includes('Ready to accept connections')) resolve();
      });
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)));
    });
  }

  /** kill -9, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Throws away what it kept on the disk. */
  forget(): void {
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
