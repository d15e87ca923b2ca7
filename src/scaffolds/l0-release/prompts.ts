/** Characters of a tool result that the release's scaffold shows its model. */
export const SHOWN_CHARACTERS = 2000;

/**
 * What the model is told of its tools and of the form of a call. The release has a prompt to the same effect; the words
 * here are ours.
 */
export const SYSTEM_PROMPT = [
  'You fetch records of international trade for a benchmark, with three tools:',
  '- get_task_info() shows the query, the constraints and what is left of the request budget;',
  '- fetch_page(page, page_size) fetches one page of records; the first page is 1;',
  '- submit_results(data_jsonl, metadata_json, run_log) hands the result in, once.',
  '',
  'Fetch every page, until has_more is false. Two records with the same year, reporter, partner, flow, hs and record_id',
  'are one record. A row marked isTotal or is_total is no record. When a page fails with 429 or 500, ask for it again.',
  '',
  'Call one tool a turn, in exactly this form:',
  '<tool_call>{"name": "fetch_page", "arguments": {"page": 1}}</tool_call>',
  'Its answer comes back between <tool_result> and </tool_result>.',
].join('\n');

/** What a turn without a readable call is answered with. */
export const REMINDER = [
  'There was no tool call that could be read. Call a tool in this form:',
  '<tool_call>{"name": "get_task_info", "arguments": {}}</tool_call>',
].join('\n');

export interface ShownResult {
  /** The message for the model. */
  readonly text: string;
  /** Characters of the whole result. */
  readonly full: number;
  /** Characters withheld. */
  readonly cut: number;
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A tool result as a message, cut at a number of characters (code points, as Python counts) with a mark where it was. */
export function shownResult(json: string, characters: number): ShownResult {
  const full = json.length - (json.length > characters ? (json.match(PAIR)?.length ?? 0) : 0);
  if (full <= characters) return { text: `<tool_result>${json}</tool_result>`, full, cut: 0 };
  const head = Array.from(json.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
  return { text: `<tool_result>${head}...(truncated)</tool_result>`, full, cut: full - characters };
}
