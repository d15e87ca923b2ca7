import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { JsonValue } from '../../../core/json.ts';
import { JsonValueSchema } from '../../../core/schemas/json.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';
import type { HelperProgram } from './program.ts';

const Start = z.object({ program: z.string(), argv: z.array(z.string()), cwd: z.string() });
const Heard = z.object({ program: z.string(), run: z.number(), words: z.string() });
const Event = z.object({ program: z.string(), event: z.string(), data: JsonValueSchema });

/** Bytes of one message of a helper program; what it read on standard input is in there. */
const LARGEST = 1_048_576;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST) throw new RangeError('the message is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Tells helper programs what to do, and keeps in the ledger that they started and how they ended. */
export class ProgramServer {
  readonly #programs: ReadonlyMap<string, HelperProgram>;
  readonly #values: PrivateValues;
  readonly #ledger: RunLedger;
  readonly #server: Server;

  constructor(programs: readonly HelperProgram[], values: PrivateValues, ledger: RunLedger) {
    this.#programs = new Map(programs.map((program) => [program.name, program]));
    this.#values = values;
    this.#ledger = ledger;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  #start(body: unknown): JsonValue | undefined {
    const { program: name, argv, cwd } = Start.parse(body);
    const program = this.#programs.get(name);
    if (!program) return undefined;
    const run = this.#ledger.count(name, 'start');
    this.#ledger.record(name, 'start', { run, argv, cwd });
    return {
      run,
      actions: program.actions(
        { argv, cwd, run, ledger: this.#ledger.entries() },
        this.#values,
      ) as unknown as JsonValue,
    };
  }

  #heard(body: unknown): JsonValue | undefined {
    const { program: name, run, words } = Heard.parse(body);
    const program = this.#programs.get(name);
    if (!program?.heard) return undefined;
    this.#ledger.record(name, 'heard', { run, words });
    const actions = program.heard(words, { run, ledger: this.#ledger.entries() }, this.#values);
    return { actions: actions as unknown as JsonValue };
  }

  #event(body: unknown): JsonValue {
    const { program, event, data } = Event.parse(body);
    this.#ledger.record(program, event, data as JsonValue);
    return {};
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(request);
      const answer =
        request.url === '/start'
          ? this.#start(body)
          : request.url === '/heard'
            ? this.#heard(body)
            : this.#event(body);
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    } catch {
      // Whatever else runs in the sandbox can reach this address too; nonsense gets no answer worth having.
      response.writeHead(400).end('{}');
    }
  }

  /** Listens on a Unix socket. */
  async listen(socket: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(socket, resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}
