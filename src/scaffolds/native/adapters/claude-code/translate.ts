import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, MovePlace, NativeCall } from '../../contracts.ts';
import { absolute, functionCall, given } from '../declared.ts';

/** What the program's own tools want beside the arguments: a few words for its user. */
const PURPOSE = 'scripted step';

export function translate(
  move: AbstractMove,
  tools: readonly DeclaredTool[],
  { workspace }: MovePlace,
): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(
        tools,
        'Bash',
        given({ command: move.command, description: PURPOSE, timeout: move.timeoutMs }),
      );
    case 'background':
      return functionCall(tools, 'Bash', {
        command: move.command,
        description: PURPOSE,
        run_in_background: true,
      });
    case 'readFile':
      return functionCall(
        tools,
        'Read',
        given({ file_path: absolute(workspace, move.path), offset: move.offset, limit: move.limit }),
      );
    case 'writeFile':
      return functionCall(tools, 'Write', { file_path: absolute(workspace, move.path), content: move.text });
    case 'editFile':
      return functionCall(tools, 'Edit', {
        file_path: absolute(workspace, move.path),
        old_string: move.find,
        new_string: move.replace,
      });
    case 'callTool':
      return functionCall(tools, `mcp__${move.server}__${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'Agent', {
        description: move.title,
        prompt: move.brief,
        subagent_type: 'general-purpose',
      });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}
