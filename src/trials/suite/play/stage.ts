import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServeConnection } from '../../../scaffolds/native/run/tool-sockets.ts';
import type { PrivateValues } from '../../criteria/line.ts';
import type { Trial } from '../define-trial.ts';
import { ProgramServer } from '../programs/program-server.ts';
import { RunLedger } from '../run-ledger.ts';
import { serveService } from '../services/service-server.ts';

/** What a trial sets up around one run: its services, the answers to its helper programs, and the ledger of both. */
export class TrialStage implements AsyncDisposable {
  readonly ledger = new RunLedger();
  readonly #folder: string;
  readonly #programs: ProgramServer;
  readonly #trial: Trial;
  readonly #values: PrivateValues;

  private constructor(trial: Trial, values: PrivateValues) {
    this.#trial = trial;
    this.#values = values;
    // A path to a socket may have a hundred characters.
    this.#folder = mkdtempSync(join(tmpdir(), 'mrnd-'));
    this.#programs = new ProgramServer(trial.programs ?? [], values, this.ledger);
  }

  static async open(trial: Trial, values: PrivateValues): Promise<TrialStage> {
    const stage = new TrialStage(trial, values);
    await stage.#programs.listen(stage.programSocket);
    return stage;
  }

  /** Where helper programs ask what to do. */
  get programSocket(): string {
    return join(this.#folder, 'programs');
  }

  servers(): Readonly<Record<string, ServeConnection>> {
    return Object.fromEntries(
      (this.#trial.services ?? []).map((service) => [
        service.name,
        serveService(service, this.#values, this.ledger),
      ]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#programs[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
