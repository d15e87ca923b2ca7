import type { HarnessAdapter, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { byTools, lastWords } from '../roles.ts';
import { jsonLines, objectsOf, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';
import { translate } from './translate.ts';

const SUMMARY = /create a detailed summary of (the|our|this) conversation|CRITICAL: Respond with TEXT ONLY/i;

const serving = byTools([
  { role: 'compaction', words: SUMMARY },
  { role: 'title', words: /title|topic/i },
  { role: 'memory', words: /memor/i },
]);

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const result = objectsOf(events).findLast((event) => event['type'] === 'result');
  const session = objectsOf(events).find((event) => textAt(event, 'session_id') !== undefined);
  const failed = result?.['is_error'] === true;
  return {
    ...present('session', textAt(session, 'session_id')),
    ...present('finalText', textAt(result, 'result')),
    ...present('error', failed ? (textAt(result, 'result') ?? 'failed') : stderr.trim() || undefined),
    events,
  };
}

/** Claude Code, by its command line in print mode. */
export const claudeCode: HarnessAdapter = {
  id: 'claude-code',
  title: 'Claude Code',
  protocol: 'anthropic-messages',
  package: { name: '@anthropic-ai/claude-code', version: '2.1.332' },
  model: 'claude-sonnet-4-5',
  program: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool Bash in its first request',
      readFile: 'tool Read in its first request',
      writeFile: 'tool Write in its first request',
      editFile: 'tool Edit in its first request',
      callTool: 'tools mcp__SERVER__TOOL in its first request, with tool search off',
      delegate: 'tool Agent in its first request',
      background: 'argument run_in_background of the tool Bash',
    }),
    ...claimed('exercised', {
      'deny-rules': 'rules that deny a path to its file tools',
      hooks: 'a program at the end of a turn, and one before a call of a tool server',
      approvals: 'the program before a call of a tool server',
    }),
    ...claimed('declared', { plan: 'its permission modes' }),
  ],
  prepare,
  // A request for a summary keeps all tools declared, so its last words say what it is for.
  classify: (view) => (SUMMARY.test(lastWords(view)) ? 'compaction' : serving(view)),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.claude\/projects\/.*\.jsonl$/.test(file));
    return files.length === 0 ? [] : [{ format: 'claude-session', files }];
  },
  unsupported: () => undefined,
};
