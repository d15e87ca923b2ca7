import type { Message, ModelView, SubmissionProtocol } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { type Exchange, exchanges } from './exchanges.ts';
import { type PageText, readPageText } from './page-text.ts';

/** One answered `fetch_page`. */
export interface Fetch extends PageText {
  readonly page: number;
  readonly message: Message;
}

/** What an archetype knows: all of it read off the view, nothing remembered. */
export interface Reading {
  /** Calls that were answered, of any tool. */
  readonly answered: number;
  readonly protocol: SubmissionProtocol;
  /** The answer to `get_task_info`; absent before it was asked for. */
  readonly info: JsonObject | undefined;
  readonly fetches: readonly Fetch[];
  /** Rows that the environment says it holds of a chunked submission. */
  readonly rowsHeld: number;
  /** A submission was tried and refused. */
  readonly refused: boolean;
  readonly outputTokens: number;
}

const FINAL_TOOLS = ['submit_results', 'finish', 'submit_ids'];
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Parsing a page is the costly part, and a message never changes. */
const pages = new WeakMap<Message, PageText>();

function pageText({ text, message }: Exchange): PageText {
  const known = pages.get(message);
  if (known) return known;
  const read = readPageText(text);
  pages.set(message, read);
  return read;
}

function parseObject(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function pageOf(args: JsonValue): number {
  const page = isJsonObject(args) ? args['page'] : undefined;
  return typeof page === 'number' ? page : 1;
}

function protocolOf({ tools }: ModelView): SubmissionProtocol {
  const names = new Set(tools.map(({ name }) => name));
  if (names.has('append_rows')) return 'chunked';
  return names.has('submit_ids') ? 'by-id' : 'single';
}

export function readView(view: ModelView): Reading {
  const all = exchanges(view.messages);
  const info = all.find(({ tool }) => tool === 'get_task_info');
  const held = all.findLast(({ tool }) => tool === 'append_rows');
  return {
    answered: all.length,
    protocol: protocolOf(view),
    info: info && parseObject(info.text),
    fetches: all
      .filter(({ tool }) => tool === 'fetch_page')
      .map((exchange) => ({
        page: pageOf(exchange.args),
        message: exchange.message,
        ...pageText(exchange),
      })),
    rowsHeld: Number(held ? (parseObject(held.text)['lines_held'] ?? 0) : 0),
    refused: all.some(({ tool }) => FINAL_TOOLS.includes(tool)),
    outputTokens: view.outputTokens ?? UNLIMITED,
  };
}

const constraintsOf = ({ info }: Reading): JsonObject => {
  const constraints = info?.['constraints'];
  return isJsonObject(constraints) ? constraints : {};
};

const numberOr = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** How many records there are, where the service gives that away. */
export function totalRows(reading: Reading): number | undefined {
  return numberOr(constraintsOf(reading)['total_rows']);
}

/** Requests that may be made, in either profile's words. */
export function requestBudget(reading: Reading): number | undefined {
  return numberOr(reading.info?.['request_budget'] ?? constraintsOf(reading)['max_requests']);
}

/** The service takes no more requests: an error without a status is a refusal, not a fault. */
export function isRefusal({ error }: Fetch): boolean {
  return error !== undefined && error.status === undefined && !error.retryable;
}
