import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, HarnessAdapter, MovePlace, NativeCall, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { absolute, functionCall, given } from '../declared.ts';
import { byTools } from '../roles.ts';
import { jsonLines, objectsOf, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';

function translate(move: AbstractMove, tools: readonly DeclaredTool[], { workspace }: MovePlace): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(
        tools,
        'run_shell_command',
        given({ command: move.command, is_background: false, timeout: move.timeoutMs }),
      );
    case 'background':
      return functionCall(tools, 'run_shell_command', { command: move.command, is_background: true });
    case 'readFile':
      return functionCall(
        tools,
        'read_file',
        given({ file_path: absolute(workspace, move.path), offset: move.offset, limit: move.limit }),
      );
    case 'writeFile':
      return functionCall(tools, 'write_file', {
        file_path: absolute(workspace, move.path),
        content: move.text,
      });
    case 'editFile':
      return functionCall(tools, 'edit', {
        file_path: absolute(workspace, move.path),
        old_string: move.find,
        new_string: move.replace,
      });
    case 'callTool':
      // Tools of servers stand behind a tool that calls tools.
      return functionCall(tools, 'tool_call', {
        name: `mcp__${move.server}__${move.tool}`,
        arguments: move.args,
      });
    case 'delegate':
      return functionCall(tools, 'agent', {
        description: move.title,
        prompt: move.brief,
        subagent_type: 'general-purpose',
      });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const objects = objectsOf(events);
  const result = objects.findLast((event) => event['type'] === 'result');
  const failed = result?.['is_error'] === true;
  const said = textAt(result, 'error', 'message') ?? textAt(result, 'result');
  return {
    ...present(
      'session',
      textAt(
        objects.find((event) => textAt(event, 'session_id') !== undefined),
        'session_id',
      ),
    ),
    ...present('finalText', textAt(result, 'result')),
    ...present('error', failed ? (said ?? 'failed') : stderr.trim() || undefined),
    events,
  };
}

/** Qwen Code, by its print mode. */
export const qwen: HarnessAdapter = {
  id: 'qwen',
  title: 'Qwen Code',
  protocol: 'openai-chat',
  package: { name: '@qwen-code/qwen-code', version: '0.24.4' },
  node: 24,
  model: 'scripted-model',
  startSeconds: 15,
  program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool run_shell_command in its first request',
      readFile: 'tool read_file in its first request',
      writeFile: 'tool write_file in its first request',
      editFile: 'tool edit in its first request',
      callTool: 'tool tool_call in its first request',
      delegate: 'tool agent in its first request',
      background: 'argument is_background of run_shell_command',
    }),
    ...claimed('exercised', {
      'deny-rules': 'rules that deny a path to its file tools',
      hooks: 'a program at the end of a turn, and one before a call of a tool server',
      approvals: 'the program before a call of a tool server',
    }),
  ],
  prepare,
  classify: byTools([
    { role: 'compaction', words: /state_snapshot|summar|compress/i },
    { role: 'memory', words: /memor/i },
    { role: 'title', words: /title/i },
  ]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.qwen\/projects\/.*\.jsonl$/.test(file));
    return files.length === 0 ? [] : [{ format: 'qwen-session', files }];
  },
  unsupported: () => undefined,
};
