import type {
  Environment,
  LedgerEntry,
  Submission,
  ToolResult,
  UserTurn,
} from '../../../core/contracts/index.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { PythonError } from '../../../core/python/errors.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { releaseServiceUrl } from '../release-text.ts';
import { checkArguments, releaseInteger } from './arguments.ts';
import type { ReleaseGrader } from './grader.ts';
import { openingTurn, taskFacts } from './observation.ts';
import { releaseFiles } from './release-files.ts';
import { ReleaseService } from './service.ts';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE, RELEASE_TOOLS } from './tools.ts';

/** The standard phrase of each status that the endpoint answers with. */
const PHRASES = {
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
} as const;

type Answer = Omit<LedgerEntry, 'index' | 'tool' | 'args'> & { readonly value: JsonObject };

const refused = (error: string): Answer => ({
  value: { error },
  outcome: 'refused',
  charged: false,
  faults: [],
});

const rejected = (error: string): Answer => ({
  value: { error },
  outcome: 'rejected',
  charged: false,
  faults: [],
});

/** Every HTTP error says that a retry may help, also where it cannot: the release's flaw (reference §9.2, item 7). */
const httpError = (status: keyof typeof PHRASES): JsonObject => ({
  status,
  error: `HTTP Error ${status}: ${PHRASES[status]}`,
  retry: true,
});

/**
 * One episode of the release: its three tools, its request budget, its data endpoint (reference §4).
 *
 * Two counters run: the tool's, charged for every accepted `fetch_page` whatever comes of it, and the endpoint's, which
 * only valid requests advance and on which the faults hang. Every call runs to its end before the next begins.
 */
export class PublishedEnvironment implements Environment {
  readonly turns: readonly UserTurn[];
  readonly tools = RELEASE_TOOLS;
  readonly requestBudget: number;
  readonly #definition: ComtradeDefinition;
  readonly #grade: ReleaseGrader | undefined;
  readonly #service: ReleaseService;
  readonly #ledger: LedgerEntry[] = [];
  #used = 0;
  #submitted = false;
  #submission: Submission | undefined;

  constructor(definition: ComtradeDefinition, grade?: ReleaseGrader) {
    this.turns = [openingTurn(definition)];
    this.requestBudget = definition.maxRequests;
    this.#definition = definition;
    this.#grade = grade;
    this.#service = new ReleaseService(definition);
  }

  /** Never rejects for what an agent does; rejects only when the injected grader does. */
  call(name: string, args: JsonValue): Promise<ToolResult> {
    return new Promise((resolve) => {
      const { value, ...entry } = this.#answer(name, args);
      this.#ledger.push({ index: this.#ledger.length, tool: name, args, ...entry });
      resolve({ value, isError: 'error' in value });
    });
  }

  ledger(): readonly LedgerEntry[] {
    return this.#ledger;
  }

  submission(): Submission | undefined {
    return this.#submission;
  }

  #answer(name: string, args: JsonValue): Answer {
    const tool = RELEASE_TOOLS.find((candidate) => candidate.name === name);
    if (!tool) return rejected(`Unknown tool: ${name}`);
    const checked = checkArguments(args, Object.keys(tool.inputSchema['properties'] as JsonObject));
    if (checked.problem !== undefined) return rejected(checked.problem);
    if (name === 'fetch_page') return this.#fetch(checked.args);
    return name === 'submit_results' ? this.#submit(checked.args) : this.#info();
  }

  #info(): Answer {
    const value: JsonObject = {
      ...taskFacts(this.#definition),
      mock_service_url: releaseServiceUrl(),
      requests_used: this.#used,
      requests_remaining: Math.max(this.requestBudget - this.#used, 0),
    };
    return { value, outcome: 'ok', charged: false, faults: [] };
  }

  #fetch({ page: askedPage = 1, page_size: askedSize = DEFAULT_PAGE_SIZE }: JsonObject): Answer {
    if (this.#used >= this.requestBudget) return refused('Request limit exceeded for this episode.');
    this.#used += 1;
    const page = releaseInteger(askedPage);
    const size = releaseInteger(askedSize);
    const asked = page === undefined ? {} : { page };
    if (page === undefined || page < 1 || size === undefined || size < 1 || size > LARGEST_PAGE_SIZE) {
      return { value: httpError(422), outcome: 'rejected', status: 422, charged: true, faults: [], ...asked };
    }
    const answer = this.#service.request(page);
    const { status, faults } = answer;
    if (status !== 200)
      return { value: httpError(status), outcome: 'fault', status, charged: true, faults, page };
    const served = answer.body.rows.map((row) => row.record_id);
    return { value: answer.body, outcome: 'ok', status, charged: true, faults, page, served };
  }

  #submit({ data_jsonl: data, metadata_json: metadata, run_log: log = '' }: JsonObject): Answer {
    if (typeof data !== 'string' || typeof metadata !== 'string' || typeof log !== 'string') {
      return rejected('data_jsonl and metadata_json must be texts, and run_log too where it is given');
    }
    if (this.#submitted) return refused('Already submitted. Call reset() to start a new episode.');
    this.#submitted = true;
    const counters = { used: this.#used, budget: this.requestBudget };
    try {
      this.#submission = releaseFiles(this.#definition.id, { data, metadata, log }, counters);
    } catch (error) {
      if (!(error instanceof PythonError)) throw error;
      const value = { reward: 0, score: 0, errors: [error.message], done: true };
      return { value, outcome: 'rejected', charged: false, faults: [] };
    }
    const value: JsonObject = this.#grade
      ? { ...this.#grade(this.#submission, this.#definition) }
      : { done: true };
    return { value, outcome: 'ok', charged: false, faults: [] };
  }
}
