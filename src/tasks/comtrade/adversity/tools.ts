import type { ToolDeclaration } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { PRIMARY_KEY } from '../records.ts';
import { SUBMISSION_TOOLS } from '../submission-arms.ts';

/** The tools of the adversarial task; a protocol other than `single` exchanges the last one. */
export const ADVERSITY_TOOLS: readonly ToolDeclaration[] = [
  {
    name: 'get_task_info',
    description: 'The task, its query, and how many requests are left. Free of charge.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'fetch_page',
    description:
      'One page of the query, numbered from 1. Answers {page, total_pages, has_more, rows}. Costs one request, failed or not.',
    inputSchema: {
      type: 'object',
      properties: { page: { type: 'integer', description: 'Number of the page; the first is 1' } },
      required: ['page'],
      additionalProperties: false,
    },
  },
  ...SUBMISSION_TOOLS.single,
];

/** What `get_task_info` says besides the requests. Neither the number of records nor that of pages is told. */
export function adversityFacts({ id, query, pageSize }: ComtradeDefinition): JsonObject {
  return { task_id: id, query: { ...query }, primary_key: [...PRIMARY_KEY], page_size: pageSize };
}

/** The user turn, complete but for how to hand in, which the submission protocol adds. */
export function adversityInstructions(
  { id, query, pageSize }: ComtradeDefinition,
  quota: number | null,
): string {
  const budget =
    quota === null
      ? 'Requests are free.'
      : `You have ${quota} requests, and the service may take some of them away. Each fetch_page costs one, also when it fails.`;
  return [
    'Collect trade records from a paged service and hand them in.',
    `Task ${id}. Query: ${JSON.stringify(query)}`,
    '- get_task_info() repeats this and tells how many requests are left. It is free.',
    '- fetch_page(page) asks for one page, counted from 1. It answers {page, total_pages, has_more, rows}.',
    `- A page holds up to ${pageSize} records. Rows may repeat; a record is identified by ${PRIMARY_KEY.join(', ')} together.`,
    '- A row that sums others up (partner WLD, hs TOTAL, marked isTotal and is_total) is not a record.',
    '- A failed call answers {error: {class, status, message, retryable}}; retryable says whether the same call may succeed if made again.',
    `- ${budget} There is one submission.`,
    'Hand in every record of the query once, with all its fields; no totals rows. Metadata is one JSON object with task_id, query, row_count, schema, dedup_key, totals_handling and request_count. The run log says what was done, one step a line.',
  ].join('\n');
}
