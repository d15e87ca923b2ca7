import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import {
  contentOf,
  known,
  listAt,
  needAny,
  needObject,
  needText,
  numberAt,
  objectAt,
  textAt,
} from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { repairOf } from '../results.ts';

const NEWEST_MINOR = 7;
const CALL_FIELDS = new Set(['tool_call_id', 'function_name', 'arguments', 'extra']);
const RESULT_FIELDS = new Set(['source_call_id', 'content', 'subagent_trajectory_ref', 'extra']);

const ROLES = { system: 'system', user: 'user', agent: 'assistant' } as const;

interface Part {
  readonly at: string;
  readonly value: JsonValue;
}

/** The head of a trajectory and each of its steps, and the same of the trajectories of its child agents. */
function split(document: JsonObject, at = '$'): readonly Part[] {
  const { steps, subagent_trajectories: children, ...head } = document;
  const own: Part[] = [{ at, value: { ...head, ...(Array.isArray(steps) ? {} : known('steps', steps)) } }];
  if (Array.isArray(steps))
    own.push(...(steps as readonly JsonValue[]).map((value, i) => ({ at: `${at}.steps[${i}]`, value })));
  const below = Array.isArray(children) ? (children as readonly JsonValue[]) : [];
  return [
    ...own,
    ...below.flatMap((child, i) =>
      isJsonObject(child)
        ? split(child, `${at}.subagent_trajectories[${i}]`)
        : [{ at: `${at}.subagent_trajectories[${i}]`, value: child }],
    ),
  ];
}

class AtifTrajectory implements RecordReader {
  readonly #builder: TraceBuilder;
  #session = '';
  #model: string | undefined;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    if (Object.hasOwn(row, 'schema_version') || Object.hasOwn(row, 'agent')) this.#head(row);
    else this.#step(row);
  }

  #version(found: JsonValue | undefined): void {
    const version = /^ATIF-v(\d+)\.(\d+)$/.exec(typeof found === 'string' ? found : '');
    const place = { file: this.#builder.file, record: this.#builder.record, field: 'schema_version' };
    if (!version)
      throw new MeasurandError(
        'invalid-version',
        `is no ATIF version: ${JSON.stringify(found ?? null).slice(0, 60)}`,
        place,
      );
    if (Number(version[1]) !== 1 || Number(version[2]) > NEWEST_MINOR)
      throw new MeasurandError(
        'newer-version',
        `is of version ${String(found)}, and this reader knows ATIF-v1.0 to ATIF-v1.${NEWEST_MINOR}`,
        { ...place, next: 'Nothing was imported. Update Measurand' },
      );
    this.#builder.versions.add(String(found));
  }

  #head(row: JsonObject): void {
    if (Object.hasOwn(row, 'schema_version')) this.#version(row['schema_version']);
    const agent = needObject(row, 'agent');
    const parent = this.#session === '' ? undefined : this.#session;
    this.#session = textAt(row, 'trajectory_id') ?? needText(row, 'session_id');
    this.#model = textAt(agent, 'model_name');
    this.#builder.harness = this.#builder.harness ?? textAt(agent, 'name');
    this.#builder.sessions.add(this.#session);
    this.#builder.ends = Object.hasOwn(row, 'final_metrics') ? 'closed' : 'unknown';
    const facts: EventFacts = { native: { session: this.#session } };
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        ...known('harness', textAt(agent, 'name')),
        ...known('version', textAt(agent, 'version')),
        ...known('model', this.#model),
        ...known('parent', parent),
      },
      facts,
    );
    const tools = listAt(agent, 'tool_definitions').filter(isJsonObject);
    if (tools.length > 0) {
      const named = tools.map((tool) => ({
        name: textAt(tool, 'name') ?? textAt(objectAt(tool, 'function'), 'name') ?? '(no name)',
      }));
      this.#builder.emit({ kind: 'declarations', tools: named }, facts);
    }
    const total = row['final_metrics'];
    if (!isJsonObject(total)) return;
    this.#builder.emit(
      {
        kind: 'usage',
        scope: 'session',
        key: this.#session,
        ...known('input', numberAt(total, 'total_prompt_tokens')),
        ...known('output', numberAt(total, 'total_completion_tokens')),
        ...known('cached', numberAt(total, 'total_cached_tokens')),
      },
      facts,
    );
  }

  #step(row: JsonObject): void {
    const id = numberAt(row, 'step_id');
    if (id === undefined) throw new NotUnderstood('step_id', 'has no number in step_id');
    const source = needText(row, 'source');
    if (source !== 'system' && source !== 'user' && source !== 'agent')
      throw new NotUnderstood('source', `comes from ${source}, which is not known`);
    this.#builder.sequence.note(this.#session, id, this.#builder.record, 'step_id', this.#builder.problem);
    const copied = row['is_copied_context'] === true;
    const facts: EventFacts = {
      native: { session: this.#session, message: String(id) },
      ...known('time', textAt(row, 'timestamp')),
    };
    const { text = '', parts } = contentOf(needAny(row, 'message'));
    const calls = listAt(row, 'tool_calls');
    const reasoning = textAt(row, 'reasoning_content');
    if (text !== '' || reasoning !== undefined || calls.length === 0)
      this.#builder.emit(
        { kind: 'message', role: ROLES[source], text, parts, ...known('reasoning', reasoning) },
        facts,
      );
    for (const call of calls) this.#call(call, facts);
    for (const result of listAt(objectAt(row, 'observation'), 'results')) this.#result(result, facts);
    this.#metrics(row, id, copied, facts);
  }

  #call(call: JsonValue, facts: EventFacts): void {
    if (!isJsonObject(call)) throw new NotUnderstood('tool_calls', 'holds a call that is no object');
    this.#builder.expect(call, CALL_FIELDS, 'tool_calls');
    this.#builder.emit(
      { kind: 'call', name: needText(call, 'function_name'), args: needAny(call, 'arguments') },
      { ...facts, native: { ...facts.native, call: needText(call, 'tool_call_id') } },
    );
  }

  /** Where no call is named, the form has it that the environment spoke of its own accord. */
  #result(result: JsonValue, facts: EventFacts): void {
    if (!isJsonObject(result))
      throw new NotUnderstood('observation.results', 'holds a result that is no object');
    this.#builder.expect(result, RESULT_FIELDS, 'observation.results');
    const call = textAt(result, 'source_call_id');
    const content = contentOf(result['content']);
    const own: EventFacts = {
      ...facts,
      native: { ...facts.native, ...known('call', call) },
      ...(call === undefined ? { pair: false } : {}),
      ...known('synthetic', repairOf(content.text)),
    };
    this.#builder.emit({ kind: 'result', ...content }, own);
    for (const child of listAt(result, 'subagent_trajectory_ref').filter(isJsonObject))
      this.#builder.emit(
        {
          kind: 'child',
          phase: 'end',
          ...known('child', textAt(child, 'trajectory_id') ?? textAt(child, 'session_id')),
        },
        own,
      );
  }

  #metrics(row: JsonObject, id: number, copied: boolean, facts: EventFacts): void {
    const metrics = row['metrics'];
    if (!isJsonObject(metrics)) return;
    this.#builder.emit(
      {
        kind: 'usage',
        scope: copied ? 'step' : 'response',
        key: `${this.#session} ${id}`,
        ...known('model', textAt(row, 'model_name') ?? this.#model),
        ...known('input', numberAt(metrics, 'prompt_tokens')),
        ...known('output', numberAt(metrics, 'completion_tokens')),
        ...known('cached', numberAt(metrics, 'cached_tokens')),
      },
      {
        ...facts,
        inferred: copied ? ['Copied context: its tokens were counted where it was first sent'] : [],
      },
    );
  }
}

/** A trajectory in the Agent Trajectory Interchange Format. */
export const atifTrajectory: TraceReader = {
  id: 'atif',
  title: 'ATIF 1.0 to 1.7 trajectory (JSON)',
  visibility: 'persisted',
  tokenRule: 'session and step id; copied context is not counted',
  claims: (row) => typeof row['schema_version'] === 'string' && row['schema_version'].startsWith('ATIF-'),
  split,
  open: (builder) => new AtifTrajectory(builder),
};
