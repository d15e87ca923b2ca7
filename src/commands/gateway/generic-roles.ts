import type { RequestRole } from '../../gateway/contracts.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';

/**
 * Roles for a harness that nobody has described: a request without tools that speaks of a title or of a summary serves
 * the harness, and every other one is the conversation.
 */
export function genericRole({ tools, system, messages }: RequestView): RequestRole {
  if (tools.length > 0) return 'main';
  const asked = `${system}\n${messages.at(-1)?.text ?? ''}`;
  if (/\btitle\b/i.test(asked)) return 'title';
  return /\bsummar(?:y|ies|i[sz]e)\b/i.test(asked) ? 'compaction' : 'main';
}
