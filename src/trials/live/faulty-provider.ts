import { sha256 } from '../../core/digest.ts';
import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  WireFault,
  WireReply,
  WireRequest,
} from '../../gateway/contracts.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';

/** What the provider does wrong at a request that stands at the same point as `attempt` earlier ones. */
export type FaultsOf = (attempt: number) => readonly WireFault[];

/** A live model behind a provider that fails as the trial has it: a request that is to fail never comes to the model. */
export class FaultyProvider implements GatewayBackend {
  readonly id: string;
  readonly #inner: GatewayBackend;
  readonly #faultsOf: FaultsOf;
  readonly #tries = new Map<string, number>();
  readonly #decided = new Map<number, readonly WireFault[]>();

  constructor(inner: GatewayBackend, faultsOf: FaultsOf) {
    this.id = inner.id;
    this.#inner = inner;
    this.#faultsOf = faultsOf;
  }

  /** Decided once for each request, which may be offered in bytes first. */
  #faults(arrival: number, role: string, view: RequestView | undefined): readonly WireFault[] {
    const known = this.#decided.get(arrival);
    if (known) return known;
    if (role !== 'main' || view === undefined) return [];
    const point = sha256(JSON.stringify(view.messages));
    const attempt = this.#tries.get(point) ?? 0;
    this.#tries.set(point, attempt + 1);
    const faults = this.#faultsOf(attempt);
    this.#decided.set(arrival, faults);
    return faults;
  }

  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    if (this.#faults(request.arrival, request.role, request.view).length > 0) return undefined;
    return this.#inner.pass?.(request, signal);
  }

  reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    const faults = this.#faults(request.arrival, request.role, request.view);
    return faults.length > 0 ? Promise.resolve({ faults }) : this.#inner.reply(request, signal);
  }
}
