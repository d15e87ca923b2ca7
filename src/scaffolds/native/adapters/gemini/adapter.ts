import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, HarnessAdapter, MovePlace, NativeCall, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { absolute, functionCall, given } from '../declared.ts';
import { byTools } from '../roles.ts';
import { jsonLines, objectsOf, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';

/** Its reads count lines from 1 and name the last one. */
function lines(offset: number | undefined, limit: number | undefined): Record<string, number | undefined> {
  if (offset === undefined) return { end_line: limit };
  return { start_line: offset, end_line: limit === undefined ? undefined : offset + limit - 1 };
}

function translate(move: AbstractMove, tools: readonly DeclaredTool[], { workspace }: MovePlace): NativeCall {
  switch (move.move) {
    case 'shell':
      return move.timeoutMs === undefined
        ? functionCall(tools, 'run_shell_command', { command: move.command })
        : { unsupported: 'its shell tool takes no limit' };
    case 'background':
      return functionCall(tools, 'run_shell_command', { command: move.command, is_background: true });
    case 'readFile':
      return functionCall(
        tools,
        'read_file',
        given({ file_path: absolute(workspace, move.path), ...lines(move.offset, move.limit) }),
      );
    case 'writeFile':
      return functionCall(tools, 'write_file', {
        file_path: absolute(workspace, move.path),
        content: move.text,
      });
    case 'editFile':
      return functionCall(tools, 'replace', {
        file_path: absolute(workspace, move.path),
        instruction: 'scripted step',
        old_string: move.find,
        new_string: move.replace,
      });
    case 'callTool':
      return functionCall(tools, `mcp_${move.server}_${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'invoke_agent', { agent_name: 'generalist', prompt: move.brief });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const objects = objectsOf(events);
  const spoken = objects
    .filter((event) => event['type'] === 'message' && event['role'] === 'assistant')
    .flatMap((event) => textAt(event, 'content') ?? []);
  const failure = objects.findLast((event) => isFailure(event['type'], event['status']));
  return {
    ...present(
      'session',
      textAt(
        objects.find((event) => event['type'] === 'init'),
        'session_id',
      ),
    ),
    ...present('finalText', spoken.length === 0 ? undefined : spoken.join('')),
    ...present(
      'error',
      textAt(failure, 'message') ?? textAt(failure, 'error', 'message') ?? (stderr.trim() || undefined),
    ),
    events,
  };
}

const isFailure = (type: unknown, status: unknown): boolean =>
  type === 'error' || (type === 'result' && status === 'error');

/** Gemini CLI, by its print mode. */
export const gemini: HarnessAdapter = {
  id: 'gemini',
  title: 'Gemini CLI',
  protocol: 'gemini',
  package: { name: '@google/gemini-cli', version: '0.61.0' },
  node: 24,
  model: 'gemini-2.5-flash',
  startSeconds: 10,
  window: 1_048_576,
  program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool run_shell_command in its first request',
      readFile: 'tool read_file in its first request',
      writeFile: 'tool write_file in its first request',
      editFile: 'tool replace in its first request',
      callTool: 'tools mcp_SERVER_TOOL in its first request',
      delegate: 'tool invoke_agent in its first request',
      background: 'argument is_background of run_shell_command',
    }),
    ...claimed('exercised', {
      'deny-rules': 'rules that deny a path to its file tools',
      hooks: 'a program at the end of a turn, and one before a call of a tool server',
      approvals: 'the program before a call of a tool server',
    }),
    ...claimed('declared', { plan: 'tool enter_plan_mode' }),
  ],
  prepare,
  classify: byTools([
    { role: 'compaction', words: /state_snapshot|summar|compress/i },
    { role: 'title', words: /title|topic/i },
    { role: 'memory', words: /memor/i },
  ]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.gemini\/tmp\/.*\/chats\/.*\.jsonl?$/.test(file));
    return files.length === 0 ? [] : [{ format: 'gemini-session', files }];
  },
  unsupported: (probe) => {
    if (probe === 'cut-arguments') return 'its protocol carries arguments as objects';
    return probe === 'limit-3s' ? 'its shell tool takes no limit' : undefined;
  },
};
