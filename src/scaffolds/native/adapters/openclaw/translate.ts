import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, NativeCall } from '../../contracts.ts';
import { functionCall, given } from '../declared.ts';

export function translate(move: AbstractMove, tools: readonly DeclaredTool[]): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(
        tools,
        'exec',
        given({
          command: move.command,
          timeoutSeconds: move.timeoutMs === undefined ? undefined : move.timeoutMs / 1000,
        }),
      );
    case 'background':
      return functionCall(tools, 'exec', { command: move.command, background: true });
    case 'readFile':
      return functionCall(tools, 'read', given({ path: move.path, offset: move.offset, limit: move.limit }));
    case 'writeFile':
      return functionCall(tools, 'write', { path: move.path, content: move.text });
    case 'editFile':
      return functionCall(tools, 'edit', {
        path: move.path,
        edits: [{ oldText: move.find, newText: move.replace }],
      });
    case 'callTool':
      return functionCall(tools, `${move.server}__${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'sessions_spawn', { task: move.brief });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}
