import { join } from 'node:path';
import type { MeasurandError } from '../../core/errors.ts';
import type { GatewayBackend, Reply } from '../../gateway/contracts.ts';
import type { HarnessAdapter } from '../../scaffolds/native/contracts.ts';
import type { HarnessRunOptions, HarnessRunResult } from '../../scaffolds/native/run/harness-run.ts';
import type { RunEvidence } from '../criteria/evidence.ts';
import type { PrivateValues } from '../criteria/line.ts';
import type { Trial } from '../suite/define-trial.ts';
import { FaultyProvider } from './faulty-provider.ts';
import { liveEvidence, liveReplies, type TokensSpent, tokensSpent } from './live-evidence.ts';
import type { LiveSource } from './live-model.ts';
import { childrenByPrompt } from './live-roles.ts';
import { MoveFinder } from './move-finder.ts';
import { PatientBackend, type PatientBackendOptions, type ProviderWait } from './patient-backend.ts';
import { SpoilingBackend } from './spoiling-backend.ts';

/** What is known of a live run beside its evidence. */
export interface LiveFacts {
  readonly model: string;
  readonly waits: readonly ProviderWait[];
  readonly tokens: TokensSpent;
}

export interface LiveRunOptions {
  readonly source: LiveSource;
  readonly trial: Trial;
  readonly adapter: HarnessAdapter;
  readonly values: PrivateValues;
  readonly patience?: PatientBackendOptions;
}

/** A live model in one run of a trial: what answers the harness, and what is made of its answers afterwards. */
export class LiveRun {
  readonly #options: LiveRunOptions;
  #patient: PatientBackend | undefined;
  #workspace = '';

  constructor(options: LiveRunOptions) {
    this.#options = options;
  }

  /** What a run of a harness is given so that the model is live. */
  get setup(): Pick<HarnessRunOptions, 'keys'> & Partial<Pick<HarnessRunOptions, 'classify'>> {
    const { source, trial, adapter } = this.#options;
    return {
      keys: source.keys,
      ...(trial.needs.includes('delegate')
        ? { classify: childrenByPrompt(adapter.classify, trial.prompts) }
        : {}),
    };
  }

  open({ workspace }: { readonly workspace: string }): GatewayBackend {
    const { source, adapter, trial, values, patience } = this.#options;
    this.#workspace = workspace;
    this.#patient = new PatientBackend(source.open({ adapter, workspace }), patience);
    const { provider } = trial.script;
    const behind = provider
      ? new FaultyProvider(this.#patient, (attempt) => provider(attempt, values))
      : this.#patient;
    return new SpoilingBackend(behind, this.#finder());
  }

  #finder(): MoveFinder {
    const { adapter, trial } = this.#options;
    return new MoveFinder({ adapter, plan: trial.script.plan(), workspace: this.#workspace });
  }

  /** Why no request can succeed, if so. */
  get fatal(): MeasurandError | undefined {
    return this.#patient?.fatal;
  }

  /** Why the run cannot count although it ended: the provider, and not the harness or the model, was at fault. */
  trouble({ outcomes }: HarnessRunResult): string | undefined {
    const { rejection, abandoned, waits = [] } = this.#patient ?? {};
    if (rejection !== undefined) return rejection;
    if (abandoned === true) return 'the provider was away, and the harness gave a request up meanwhile';
    const waited = waits.reduce((sum, { seconds }) => sum + seconds, 0);
    return waited > 0 && outcomes.some(({ timedOut }) => timedOut)
      ? `the provider was waited for, ${waited} s in all, and a turn ran out of time`
      : undefined;
  }

  /** @param folder of the run */
  async evidence(
    evidence: RunEvidence,
    run: HarnessRunResult,
    folder: string,
  ): Promise<{ readonly evidence: RunEvidence; readonly facts: LiveFacts }> {
    const { source, adapter, trial } = this.#options;
    const replies: ReadonlyMap<number, Reply> = await liveReplies(run, join(folder, 'boundary'));
    const wireId = (id: string): string => adapter.wireId?.(id) ?? id;
    return {
      evidence: liveEvidence(evidence, replies, trial.script.keys, this.#finder(), wireId),
      facts: {
        model: source.model,
        waits: this.#patient?.waits ?? [],
        tokens: tokensSpent(replies.values()),
      },
    };
  }
}
