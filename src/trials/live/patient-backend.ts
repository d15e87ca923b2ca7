import { MeasurandError } from '../../core/errors.ts';
import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  SourcedReply,
  WireReply,
  WireRequest,
} from '../../gateway/contracts.ts';
import { PATIENCE, type PatienceLimits, type Sleep, sleep } from '../../study/patience.ts';

/** One wait for a provider that failed for a while. */
export interface ProviderWait {
  readonly code: string;
  readonly seconds: number;
}

interface Trouble {
  /** `passes`: the same request may succeed later. `access`: no request can. `rejected`: this one cannot. */
  readonly kind: 'passes' | 'access' | 'rejected';
  readonly code: string;
  readonly what: string;
  readonly retryAfter?: number;
}

const PASSING = [408, 409, 425, 429];
const ACCESS = [401, 402, 403, 404];
const EXCERPT = 300;

/** What an HTTP status of a provider means for whoever asks on; undefined for an answer. */
function troubleOf(
  status: number,
  what: string,
  headers: Readonly<Record<string, string>>,
): Trouble | undefined {
  if (status < 400) return undefined;
  const said = Number(headers['retry-after'] ?? Number.NaN);
  const after = Number.isFinite(said) && said >= 0 ? { retryAfter: said } : {};
  const told = `the provider answered ${status}: ${what.replaceAll(/\s+/g, ' ').slice(0, EXCERPT)}`;
  // Waiting mends no empty account, although it comes with the status of a rate limit.
  const empty = status === 429 && what.includes('insufficient_quota');
  if (ACCESS.includes(status) || empty) return { kind: 'access', code: 'provider-access', what: told };
  if (status >= 500 || PASSING.includes(status)) {
    const code = status === 429 ? 'rate-limited' : 'provider-unavailable';
    return { kind: 'passes', code, what: told, ...after };
  }
  return { kind: 'rejected', code: 'provider-rejected', what: told };
}

async function bytesOf({ body }: WireReply): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export interface PatientBackendOptions {
  /** @default the patience of studies: half an hour for one request */
  readonly limits?: PatienceLimits;
  /** @default really */
  readonly sleep?: Sleep;
}

/**
 * A real upstream with patience: while it is away or overloaded a request waits, and the harness sees none of it. What
 * the provider refuses for good is handed on as it stands.
 */
export class PatientBackend implements GatewayBackend {
  readonly id: string;
  readonly waits: ProviderWait[] = [];
  /** What the provider said when it refused the last request that it answered. */
  rejection: string | undefined;
  /** Whether the harness went away while its request waited. */
  abandoned = false;
  /** Why no request can succeed, such as a wrong key: whoever runs must stop. */
  fatal: MeasurandError | undefined;
  readonly #inner: GatewayBackend;
  readonly #limits: PatienceLimits;
  readonly #sleep: Sleep;

  constructor(inner: GatewayBackend, { limits = PATIENCE, sleep: rest = sleep }: PatientBackendOptions = {}) {
    this.#inner = inner;
    this.#limits = limits;
    this.#sleep = rest;
    this.id = inner.id;
  }

  async #patiently<T>(
    signal: AbortSignal,
    ask: () => Promise<{ readonly answer: T; readonly trouble: Trouble | undefined }>,
  ): Promise<T> {
    let waited = 0;
    for (let failures = 0; ; failures += 1) {
      const { answer, trouble } = await this.#asked(ask);
      if (trouble?.kind !== 'passes') {
        this.rejection = trouble?.what;
        if (trouble?.kind === 'access') throw this.#ends(trouble);
        return answer as T;
      }
      const seconds = Math.max(
        trouble.retryAfter ?? 0,
        Math.min(this.#limits.ceiling, this.#limits.first * 2 ** failures),
      );
      if (waited + seconds > this.#limits.total) {
        throw new MeasurandError('provider-outage', `${waited} s were waited: ${trouble.what}`, {
          kind: 'apparatus',
          next: 'Run it again when the provider is well',
        });
      }
      waited += seconds;
      this.waits.push({ code: trouble.code, seconds });
      await this.#rest(seconds, signal);
    }
  }

  async #rest(seconds: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#sleep(seconds, signal);
    } catch (error) {
      this.abandoned = true;
      throw error;
    }
  }

  /** A provider that cannot be reached is one that is away. */
  async #asked<T>(
    ask: () => Promise<{ readonly answer: T; readonly trouble: Trouble | undefined }>,
  ): Promise<{ readonly answer?: T; readonly trouble: Trouble | undefined }> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof MeasurandError && error.code === 'upstream-unreachable')) throw error;
      return { trouble: { kind: 'passes', code: 'provider-unavailable', what: error.message } };
    }
  }

  #ends({ code, what }: Trouble): MeasurandError {
    this.fatal = new MeasurandError(code, what, {
      next: 'Check the key, the account and the name of the model',
    });
    return this.fatal;
  }

  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    const { pass } = this.#inner;
    // The harness is told one name of a model whatever answers, so lists of models and counts stay the gateway's.
    if (!pass || request.operation !== 'generate') return undefined;
    return this.#patiently(signal, async () => {
      const answer = await pass.call(this.#inner, request, signal);
      if (answer === undefined || answer.status < 400) return { answer, trouble: undefined };
      const bytes = await bytesOf(answer);
      const trouble = troubleOf(answer.status, bytes.toString(), answer.headers);
      return { answer: { ...answer, body: [bytes] }, trouble };
    });
  }

  get sourced(): GatewayBackend['sourced'] {
    const inner = this.#inner;
    const { sourced } = inner;
    if (!sourced) return undefined;
    return (request, signal): Promise<SourcedReply> =>
      this.#patiently(signal, async () => {
        const answer = await sourced.call(inner, request, signal);
        const { reply } = answer;
        const trouble = 'status' in reply ? troubleOf(reply.status, reply.message, reply.headers) : undefined;
        return { answer, trouble };
      });
  }

  reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    return this.#inner.reply(request, signal);
  }
}
