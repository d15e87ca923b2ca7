import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  SourcedReply,
  WireReply,
  WireRequest,
} from '../../gateway/contracts.ts';
import { spoilt } from '../../scaffolds/native/scripts/spoil.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';
import type { MoveFinder } from './move-finder.ts';

/**
 * A live model whose calls meet what the trial has in store for them: a call that stands for a move which the script would
 * spoil, such as a write cut off by the output limit, is spoilt in the same way, once.
 */
export class SpoilingBackend implements GatewayBackend {
  readonly id: string;
  readonly #inner: GatewayBackend;
  readonly #finder: MoveFinder;

  constructor(inner: GatewayBackend, finder: MoveFinder) {
    this.id = inner.id;
    this.#inner = inner;
    this.#finder = finder;
  }

  /** Bytes pass through only where nothing of the answer could have to be spoilt. */
  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    const { view, operation } = request;
    const replays = this.#inner.sourced === undefined;
    if (!replays && view && operation === 'generate' && this.#mightSpoil(view)) return undefined;
    return this.#inner.pass?.(request, signal);
  }

  #mightSpoil(view: RequestView): boolean {
    return this.#finder.open(view).some(({ spoil }) => spoil !== undefined);
  }

  #spoilt(view: RequestView, reply: Reply): Reply {
    const calls = reply.calls ?? [];
    const meant = this.#finder.find(view, calls).filter(({ keyed }) => keyed.spoil !== undefined);
    if (meant.length === 0) return reply;
    const spoil = (call: (typeof calls)[number]) => {
      const how = meant.find((each) => each.call === call)?.keyed.spoil;
      return how === undefined ? call : spoilt(call, how);
    };
    return { ...reply, stop: 'length', calls: calls.map(spoil) };
  }

  get sourced(): GatewayBackend['sourced'] {
    const inner = this.#inner;
    if (inner.sourced === undefined) return undefined;
    return async (request, signal): Promise<SourcedReply> => {
      const sourced = await (inner.sourced as NonNullable<GatewayBackend['sourced']>)(request, signal);
      const { reply } = sourced;
      return 'status' in reply ? sourced : { ...sourced, reply: this.#spoilt(request.view, reply) };
    };
  }

  async reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    return this.#spoilt(request.view, await this.#inner.reply(request, signal));
  }
}
