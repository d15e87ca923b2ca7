/** Members that every event may have. */
export const COMMON_FIELDS: readonly string[] = [
  'event',
  'uuid',
  'span_id',
  'timestamp',
  'working_start',
  'metadata',
  'pending',
];

const OWN: Readonly<Record<string, string>> = {
  model:
    'model role requested_model input input_refs tools tool_choice config output retries request_ids error traceback traceback_ansi cache call ' +
    'completed working_time',
  tool:
    'type id function arguments view result truncated error completed working_time agent agent_span_id failed ' +
    'message_id',
  sandbox: 'action cmd options file input result output completed',
  review: 'message call reviewer decision explanation',
  approval: 'message call view approver decision modified explanation',
  compaction: 'type role tokens_before tokens_after source',
  error: 'error',
  sample_limit: 'type message limit',
  interrupt: 'source interrupted interrupted_tool_call_id interrupted_model_event_id',
  span_begin: 'id parent_id type name',
  span_end: 'id',
};

/** Members by kind of event, for those that are taken apart: what is renamed in them shows up. */
export const EVENT_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(OWN).map(([kind, names]) => [kind, new Set([...COMMON_FIELDS, ...names.split(' ')])]),
);
