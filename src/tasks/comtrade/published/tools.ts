import type { ToolDeclaration } from '../../../core/contracts/index.ts';

/** Greatest page size that the data endpoint accepts; it accepts it and then serves the task's own. */
export const LARGEST_PAGE_SIZE = 5000;

export const DEFAULT_PAGE_SIZE = 500;

/** The release's three tools with its parameter names and defaults (reference §4). The descriptions are ours. */
export const RELEASE_TOOLS: readonly ToolDeclaration[] = [
  {
    name: 'get_task_info',
    description:
      'Shows the task: query, constraints, and how much of the request budget is left. Free of charge.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'fetch_page',
    description:
      'Fetches one page of trade records. Every accepted call is charged to the request budget, whatever comes of it.',
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1, default: 1, description: 'Page number; the first is 1' },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: LARGEST_PAGE_SIZE,
          default: DEFAULT_PAGE_SIZE,
          description: 'Records a page',
        },
      },
      additionalProperties: false,
    },
  },
  {
    name: 'submit_results',
    description: 'Hands in the result. Taken once in an episode.',
    inputSchema: {
      type: 'object',
      properties: {
        data_jsonl: { type: 'string', description: 'The records, one JSON object a line' },
        metadata_json: {
          type: 'string',
          description: 'JSON object with task_id, query, row_count, schema, dedup_key and totals_handling',
        },
        run_log: { type: 'string', default: '', description: 'What was done, line by line' },
      },
      required: ['data_jsonl', 'metadata_json'],
      additionalProperties: false,
    },
  },
];
