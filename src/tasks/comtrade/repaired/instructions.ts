import type { JsonObject } from '../../../core/json.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { PRIMARY_KEY } from '../records.ts';
import { taskText } from './descriptions.ts';
import type { RepairedParameters } from './parameters.ts';

/** The metadata that a submission is asked for, each field with what it holds. */
const METADATA_FIELDS: Readonly<Record<string, string>> = {
  task_id: 'the id of this task',
  query: 'the query as an object',
  row_count: 'how many records you hand in',
  schema: 'a list of the field names of a record',
  dedup_key: 'a list of the fields by which you told duplicates',
  totals_handling: 'an object {"enabled": whether you dropped totals rows, "rows_dropped": how many}',
  request_count: 'how many calls of fetch_page you made',
};

/** What `get_task_info` says that stays the same throughout an episode. The number of records is not told. */
export function taskInformation(definition: ComtradeDefinition, parameters: RepairedParameters): JsonObject {
  return {
    task_id: definition.id,
    description: taskText(definition.id).asks,
    query: { ...definition.query },
    primary_key: [...PRIMARY_KEY],
    page_size: parameters.pageSize,
    request_budget: parameters.maxRequests,
    submission: {
      data: 'every record of the query, each once, no totals rows',
      metadata_fields: { ...METADATA_FIELDS },
      run_log:
        'what was done, one step a line: task_id, then every request with its page, every retry with its status, and complete=true or complete=false at the end',
    },
  };
}

/**
 * The user turn: everything that a model needs to do the task by itself, except how to hand in, which the submission
 * protocol adds.
 */
export function taskInstructions(definition: ComtradeDefinition, parameters: RepairedParameters): string {
  const metadata = Object.entries(METADATA_FIELDS).map(([field, holds]) => `- ${field}: ${holds}`);
  return [
    'Collect trade records from a paged service and hand them in.',
    '',
    `Task ${definition.id}. ${taskText(definition.id).asks}`,
    `Query: ${JSON.stringify(definition.query)}`,
    '',
    'Tools',
    '- get_task_info() repeats this task and tells how many requests are left. It is free.',
    '- fetch_page(page) asks for one page, counted from 1. It answers {page, has_more, rows}. When has_more is false, that was the last page.',
    '',
    'What to know',
    `- A record is identified by ${PRIMARY_KEY.join(', ')} together. A page holds up to ${parameters.pageSize} records of its own; rows that repeat other rows may come on top.`,
    '- A row that sums others up (partner WLD, hs TOTAL, usually marked isTotal and is_total) is not a record.',
    '- A failed call answers {error: {class, status, message, retryable}}. retryable says whether the same call may succeed if made again.',
    `- You have ${parameters.maxRequests} requests. Each call of fetch_page with an integer page costs one, whatever it answers, until none is left. Calls with malformed arguments cost nothing.`,
    '- There is one submission. After it, no page can be fetched.',
    '',
    'What to hand in',
    '- Data: every record of the query, each once, with all its fields as served; no totals rows.',
    '- Metadata, one JSON object with these fields:',
    ...metadata.map((line) => `  ${line}`),
    '- Run log, plain text, one step a line: task_id=ID first; for each request, request=N page=P; for each retry, retry status=S; at the end, complete=true, or complete=false if something is missing.',
  ].join('\n');
}
