import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Isolation } from '../../../scaffolds/native/contracts.ts';
import type { ProgramRequest, ProgramResult } from '../../../scaffolds/native/process/program-run.ts';
import { openSandbox, type Sandbox } from '../../../scaffolds/native/process/sandbox.ts';
import { type Course, type PlayedEpisode, serveEpisode } from './episode.ts';

/** The program that runs inside; JavaScript, because it runs as it stands, built or not. */
const INSIDE = fileURLToPath(new URL('./inside', import.meta.url));
const MODULE = 'workspace/harness.mjs';
const COMPILE_MS = 20_000;
const PLAY_MS = 120_000;
const LIMITS = { memoryBytes: 512 * 2 ** 20, processes: 16, fileBytes: 16 * 2 ** 20, openFiles: 256 };

/** A place in which harnesses that nobody has read yet play episodes: a sandbox, and one socket out of it. */
export interface Stage extends AsyncDisposable {
  /** What is wrong with a module; nothing when it parses. No line of it is run. */
  compile(source: string): Promise<string | undefined>;
  play(source: string, episode: PlayedEpisode): Promise<Course>;
}

function listening(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(path, () => resolve(server));
  });
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

class OpenStage implements Stage {
  readonly #sandbox: Sandbox;
  readonly #server: Server;
  readonly #folder: string;
  readonly #socket: string;

  readonly #milliseconds: number;

  constructor(sandbox: Sandbox, server: Server, folder: string, socket: string, milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#sandbox = sandbox;
    this.#server = server;
    this.#folder = folder;
    this.#socket = socket;
  }

  #run(source: string, args: readonly string[], more: Partial<ProgramRequest>): Promise<ProgramResult> {
    return this.#sandbox.run({
      command: [process.execPath, '--max-old-space-size=256'],
      args,
      env: { PATH: '/usr/bin:/bin' },
      files: [{ path: MODULE, text: source }],
      timeoutMs: this.#milliseconds,
      graceMs: 0,
      outputLimit: 64 * 1024,
      limits: LIMITS,
      ...more,
    });
  }

  async compile(source: string): Promise<string | undefined> {
    const path = `${this.#sandbox.layout.root}/${MODULE}`;
    const { exitCode, stderr } = await this.#run(source, ['--check', path], { timeoutMs: COMPILE_MS });
    if (exitCode === 0) return undefined;
    return /^\w*Error: .*$/m.exec(textOf(stderr))?.[0] ?? `node --check ended with ${exitCode}`;
  }

  async play(source: string, episode: PlayedEpisode): Promise<Course> {
    const over = new AbortController();
    const signal = AbortSignal.any([episode.signal, over.signal]);
    const { layout } = this.#sandbox;
    const connected = this.#connection();
    const program = this.#run(
      source,
      [layout.seen(join(INSIDE, 'player.mjs')), layout.seen(this.#socket), `${layout.root}/${MODULE}`],
      { signal },
    );
    try {
      const socket = await Promise.race([connected.socket, program.then(() => undefined)]);
      const course: Course = socket
        ? await serveEpisode(socket, episode)
        : { stop: 'it ended before it began', turns: 0, broke: true };
      if (!course.broke) return course;
      over.abort();
      return course;
    } finally {
      connected.stop();
      over.abort();
      // Whatever of the run is left has been told to go; the reason of that is ours.
      await program.catch((error: unknown) => {
        if (!over.signal.aborted) throw error;
      });
      episode.signal.throwIfAborted();
    }
  }

  /** The first connection is the player's; any other is the work of the harness, and is closed. */
  #connection(): { readonly socket: Promise<Socket>; stop(): void } {
    const { promise, resolve } = withResolvers<Socket>();
    let first: Socket | undefined;
    const take = (socket: Socket): void => {
      socket.on('error', () => undefined);
      if (first) socket.destroy();
      else {
        first = socket;
        resolve(socket);
      }
    };
    this.#server.on('connection', take);
    return {
      socket: promise,
      stop: () => {
        this.#server.off('connection', take);
        first?.destroy();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox.close();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Opens a stage. Under namespaces what plays on it can write to nothing that outlives it, has no network, and dies with
 * it.
 *
 * @param milliseconds after which an episode is ended. @default two minutes
 * @throws MeasurandError `sandbox-failed`
 */
export async function openStage(isolation: Isolation, milliseconds = PLAY_MS): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-stage-'));
  const socket = join(folder, 'socket');
  const server = await listening(socket);
  try {
    const sandbox = await openSandbox({
      folder: mkdtempSync(join(folder, 'run-')),
      isolation,
      sockets: { stage: socket },
      programs: [INSIDE],
    });
    return new OpenStage(sandbox, server, folder, socket, milliseconds);
  } catch (error) {
    server.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
