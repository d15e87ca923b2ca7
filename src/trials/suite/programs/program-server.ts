import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { JsonValue } from '../../../core/json.ts';
import { JsonValueSchema } from '../../../core/schemas/json.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { RunLedger } from '../run-ledger.ts';
import { messageBody } from './message-body.ts';
import type { HelperProgram } from './program.ts';
import { ProgramDesk } from './program-desk.ts';

const Start = z.object({ program: z.string(), argv: z.array(z.string()), cwd: z.string() });
const Heard = z.object({ program: z.string(), run: z.number(), words: z.string() });
const Event = z.object({ program: z.string(), event: z.string(), data: JsonValueSchema });

/** Tells helper programs what to do, and keeps in the ledger that they started and how they ended. */
export class ProgramServer {
  readonly #desk: ProgramDesk;
  readonly #server: Server;

  constructor(programs: readonly HelperProgram[], values: PrivateValues, ledger: RunLedger) {
    this.#desk = new ProgramDesk(programs, values, ledger);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  #answerTo(url: string | undefined, body: unknown): JsonValue | undefined {
    if (url === '/start') {
      const { program, argv, cwd } = Start.parse(body);
      return this.#desk.start(program, argv, cwd);
    }
    if (url === '/heard') {
      const { program, run, words } = Heard.parse(body);
      return this.#desk.heard(program, run, words);
    }
    const { program, event, data } = Event.parse(body);
    return this.#desk.event(program, event, data as JsonValue);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = this.#answerTo(request.url, await messageBody(request));
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
