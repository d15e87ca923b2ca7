import { MeasurandError } from '../../../core/errors.ts';
import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  WireReply,
  WireRequest,
} from '../../../gateway/contracts.ts';
import type { BoundaryRecord } from '../../../trace/wire/boundary-record.ts';
import type { RequestView } from '../../../trace/wire/request-view.ts';

/** One request that the harness sent. */
export interface StoredRequest {
  readonly arrival: number;
  readonly role: NonNullable<BoundaryRecord['role']>;
  /** Milliseconds since the first request of the run; no digest covers it. */
  readonly atMs: number;
  readonly view: RequestView;
}

/** Keeps every request that reaches a back end, with when it came. */
export class KeepingBackend implements GatewayBackend {
  readonly requests: StoredRequest[] = [];
  #backend: GatewayBackend | undefined;
  #began: number | undefined;

  /** Names the back end that answers. The gateway is open before it is known where the harness sees its workspace. */
  ask(backend: GatewayBackend): void {
    this.#backend = backend;
  }

  get id(): string {
    return this.#backend?.id ?? 'none';
  }

  /** Present where the back end has it: the gateway prefers it to `reply`. */
  get sourced(): GatewayBackend['sourced'] {
    const backend = this.#backend;
    const { sourced } = backend ?? {};
    if (!(backend && sourced)) return undefined;
    return (request, signal) => {
      this.#keep(request);
      return sourced.call(backend, request, signal);
    };
  }

  reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    return Promise.resolve().then(() => this.#keep(request).reply(request, signal));
  }

  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    const { view, role, operation, arrival } = request;
    const passed = await this.#backend?.pass?.(request, signal);
    if (passed && view && operation === 'generate') this.#keep({ arrival, role, view });
    return passed;
  }

  #keep(request: ClassifiedRequest): GatewayBackend {
    if (!this.#backend) {
      throw new MeasurandError('no-backend', 'a request came before the run began', { kind: 'apparatus' });
    }
    const now = performance.now();
    this.#began ??= now;
    this.requests.push({ ...request, atMs: now - this.#began });
    this.requests.sort((a, b) => a.arrival - b.arrival);
    return this.#backend;
  }
}
