import type {
  Cell,
  Environment,
  EpisodeLimits,
  Message,
  ModelMove,
  Outcome,
  Recorder,
  Scaffold,
} from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import type { Chosen } from '../choices.ts';
import { HeldRows } from '../held-rows.ts';
import { PaginationWatch } from '../l2/decisions/pagination.ts';
import { withinBudget } from '../l2/reply-budget.ts';
import { buildPayload } from '../payload.ts';
import { recordedCall } from '../recorded-call.ts';
import { fetchWithRetries } from './fetch-attempts.ts';
import { loggedPage } from './page-argument.ts';
import { REMINDER, SHOWN_CHARACTERS, SYSTEM_PROMPT, shownResult } from './prompts.ts';
import { RunTally } from './run-tally.ts';
import { outputText, taggedCalls, type WrittenCall } from './tool-call-text.ts';

const SUBMIT = 'submit_results';

const LIMITS: EpisodeLimits = {
  steps: 30,
  outputTokens: 512,
  observationCharacters: SHOWN_CHARACTERS,
};

/**
 * The production scaffold of the release (reference §6). The model writes one tagged call a turn: which page, and in what
 * order. The scaffold retries, drops totals rows, merges duplicates, decides when to stop, builds the payload and submits,
 * so `pagination` is shared. A model that calls the submit tool itself owns that decision, and its payload goes through
 * untouched. Exact to the vectors; only the wording of its prompts is ours.
 */
export const l0Release: Scaffold = {
  id: 'l0-release',
  level: 'L0',
  title: 'The release’s production scaffold: the model names the pages, the scaffold does the rest',
  ownership: {
    retry: 'scaffold',
    dedup: 'scaffold',
    totals: 'scaffold',
    pagination: 'shared',
    submission: 'scaffold',
  },
  limits: LIMITS,
  async run(cell: Cell, recorder: Recorder): Promise<Outcome> {
    if (!cell.environment.tools.some((tool) => tool.name === SUBMIT)) {
      throw new MeasurandError('unsupported-protocol', `l0-release hands in through ${SUBMIT} alone`, {
        kind: 'unsupported',
        next: 'Use the single protocol',
      });
    }
    return new ReleaseRun(cell, recorder).run();
  },
};

/** One episode under the scaffold. */
class ReleaseRun {
  readonly #cell: Cell;
  readonly #recorder: Recorder;
  readonly #environment: Environment;
  readonly #messages: Message[];
  readonly #held = new HeldRows();
  readonly #paging = new PaginationWatch();
  readonly #tally: RunTally;

  constructor(cell: Cell, recorder: Recorder) {
    this.#cell = cell;
    this.#recorder = recorder;
    this.#environment = cell.environment;
    this.#tally = new RunTally(cell.task.id);
    this.#messages = [
      { role: 'system', text: SYSTEM_PROMPT },
      ...cell.environment.turns.map(({ text }): Message => ({ role: 'user', text })),
    ];
  }

  async run(): Promise<Outcome> {
    for (let turn = 1; turn <= this.#cell.limits.steps; turn += 1) {
      const end = await this.#turn(turn);
      if (end !== undefined) return end;
    }
    this.#tally.log.push(`retry_count=${this.#tally.retries}`, 'complete=false');
    if (this.#held.size > 0) {
      this.#decide({ decision: 'pagination', choice: 'finish-early' }, 'scaffold');
      await this.#submit(this.#tally.log);
      return this.#outcome('turn limit reached; the scaffold submitted what it held');
    }
    this.#decide({ decision: 'submission', choice: 'never' }, 'scaffold');
    return this.#outcome('turn limit reached with no row held');
  }

  async #turn(turn: number): Promise<Outcome | undefined> {
    const call = await this.#nextCall();
    if (!call) return undefined;
    const name = pythonText(call.name);
    this.#tally.toolCalls += 1;
    this.#tally.log.push(`step=${turn} tool=${name}`);
    if (name === 'fetch_page') return this.#fetchTurn(call.args, turn);
    const value = await this.#pass(name, call.args);
    if (name === SUBMIT) return this.#outcome('the model submitted');
    this.#show(value);
    return undefined;
  }

  /** Asks the model for its output and reads the call in it; without one the model is reminded and the turn is spent. */
  async #nextCall(): Promise<WrittenCall | undefined> {
    this.#cell.signal.throwIfAborted();
    const view = {
      messages: this.#messages.slice(),
      tools: [],
      outputTokens: this.#cell.limits.outputTokens,
    };
    const move = this.#limited(await this.#cell.model.decide(view, this.#cell.signal));
    this.#recorder.record({ type: 'said', move });
    const text = outputText(move);
    this.#messages.push({ role: 'assistant', text, calls: [] });
    const { count, last } = taggedCalls(text);
    if (last) {
      if (count > 1) this.#note(`only the last call of a turn runs; ${count - 1} before it dropped`);
      return last;
    }
    this.#note('no call could be read; the model is reminded of the form');
    this.#messages.push({ role: 'user', text: REMINDER });
    return undefined;
  }
  /** A reply as a provider would have cut it. */
  #limited(move: ModelMove): ModelMove {
    const { outputTokens } = this.#cell.limits;
    const limited = this.#cell.model.holdsLimit ? move : withinBudget(move, outputTokens).move;
    if (limited !== move) this.#note(`the reply ran over ${outputTokens} tokens; what lay beyond was lost`);
    return limited;
  }

  async #fetchTurn(args: JsonValue, turn: number): Promise<Outcome | undefined> {
    const page = loggedPage(args, turn);
    if (page === undefined) {
      this.#note('a page that is no integer breaks the release’s scaffold');
      return { state: 'errored', stop: 'the scaffold broke on a page that is no integer' };
    }
    const { page: given = 1 } = isJsonObject(args) ? args : {};
    const asked = typeof given === 'number' ? given : undefined;
    const named = this.#paging.asks(asked);
    if (named) this.#decide(named, 'model');
    const { value, isError } = await fetchWithRetries(this.#cell, this.#recorder, this.#tally, {
      args,
      page,
    });
    // To the model's choice of pages a page that the scaffold gave up is one not served, and no retry of the model's.
    this.#paging.fetched({ page: asked, isError, value: isError ? {} : value });
    if ('rows' in value) {
      this.#tally.log.push(`page=${pythonText(value['page'] ?? turn)}`);
      this.#held.add(value['rows']);
    }
    if (value['has_more'] || this.#held.size === 0) {
      this.#show(value);
      return undefined;
    }
    this.#decide(
      { decision: 'pagination', choice: value['has_more'] === false ? 'finish' : 'finish-early' },
      'scaffold',
    );
    await this.#submit([...this.#tally.log, `retry_count=${this.#tally.retries}`, 'complete=true']);
    return this.#outcome('the scaffold submitted after a result without has_more');
  }

  /** Any other tool: the model's arguments go through untouched, once. */
  async #pass(tool: string, args: JsonValue): Promise<JsonValue> {
    if (tool === SUBMIT) this.#decide({ decision: 'submission', choice: 'submitted' }, 'model');
    return (await recordedCall(this.#environment, this.#recorder, 'model', tool, args)).value;
  }

  async #submit(log: readonly string[]): Promise<void> {
    const query = this.#cell.task.settings['query'];
    if (query === undefined) {
      throw new MeasurandError('unsuited-task', `The settings of ${this.#cell.task.id} name no query`, {
        field: 'settings.query',
      });
    }
    const tally = this.#tally;
    const payload = buildPayload(
      {
        taskId: this.#cell.task.id,
        query,
        rows: this.#held.rows(),
        totalsDropped: this.#held.totalsDropped,
        requestCount: tally.requests,
        requestBudget: this.#environment.requestBudget,
        retries429: tally.retries429,
        retries500: tally.retries500,
        retriesTotal: tally.retries,
        toolCalls: tally.toolCalls,
      },
      log,
    );
    this.#decide({ decision: 'dedup', choice: 'dropped' }, 'scaffold');
    this.#decide({ decision: 'totals', choice: 'dropped' }, 'scaffold');
    this.#decide({ decision: 'submission', choice: 'submitted' }, 'scaffold');
    await recordedCall(this.#environment, this.#recorder, 'scaffold', SUBMIT, { ...payload });
  }

  #show(value: JsonValue): void {
    const characters = this.#cell.limits.observationCharacters ?? SHOWN_CHARACTERS;
    const { text, full, cut } = shownResult(pythonJson(value, false), characters);
    this.#recorder.record({ type: 'shown', owner: 'scaffold', text, full, cut });
    this.#messages.push({ role: 'user', text });
  }

  #outcome(stop: string): Outcome {
    const submission = this.#environment.submission();
    return submission ? { state: 'scored', stop, submission } : { state: 'no-submission', stop };
  }

  #decide(chosen: Chosen, owner: 'model' | 'scaffold'): void {
    this.#recorder.record({ type: 'decision', owner, ...chosen });
  }

  #note(text: string): void {
    this.#recorder.record({ type: 'note', owner: 'scaffold', text });
  }
}

/** A value as Python's `str` prints it into a log line; lists and objects keep their JSON form. */
function pythonText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return pythonJson(value);
}
