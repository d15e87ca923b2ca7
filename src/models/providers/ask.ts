import type { ModelMove, ModelView } from '../../core/contracts/index.ts';
import type { ModelDescription } from './describe.ts';
import type { Endpoint } from './endpoint.ts';

export interface AskInput {
  readonly model: ModelDescription;
  readonly endpoint: Endpoint;
  readonly view: ModelView;
  /** The only way out. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Asks through one client library, every retry of which is off. Throws whatever the library throws. */
export type Ask = (input: AskInput) => Promise<ModelMove>;

/** No client library may end a request by its own clock: the deadline is ours. In milliseconds, the longest a timer takes. */
export const NO_TIMEOUT = 2 ** 31 - 1;

/** Libraries that demand a key get this where an endpoint wants none; it is not sent. */
export const NO_KEY = 'none';
