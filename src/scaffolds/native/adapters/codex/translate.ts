import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, NativeCall } from '../../contracts.ts';
import { functionCall, given } from '../declared.ts';
import { editPatch, writePatch } from './patch.ts';

/** How long the program waits before it hands a command that should go on in the background back to the model. */
const BACKGROUND_YIELD_MS = 1000;

const inQuotes = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** It has no tool to read files: its models use the shell. */
function reading({ path, offset, limit }: Extract<AbstractMove, { move: 'readFile' }>): string | undefined {
  return offset === undefined && limit === undefined ? `cat ${inQuotes(path)}` : undefined;
}

/** For models that it does not know it has no tool that writes: those write by the shell. */
function writing(
  move: Extract<AbstractMove, { move: 'writeFile' }>,
  tools: readonly DeclaredTool[],
): NativeCall {
  if (tools.some(({ name }) => name === 'apply_patch'))
    return functionCall(tools, 'apply_patch', writePatch(move));
  const cmd = `printf %s ${inQuotes(move.text)} > ${inQuotes(move.path)}`;
  return functionCall(tools, 'exec_command', { cmd });
}

function namespaced(tools: readonly DeclaredTool[], tool: string, namespace: RegExp): string | undefined {
  return tools.find((each) => each.name === tool && namespace.test(each.namespace ?? ''))?.namespace;
}

export function translate(move: AbstractMove, tools: readonly DeclaredTool[]): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(tools, 'exec_command', given({ cmd: move.command, yield_time_ms: move.timeoutMs }));
    case 'background':
      return functionCall(tools, 'exec_command', { cmd: move.command, yield_time_ms: BACKGROUND_YIELD_MS });
    case 'readFile': {
      const command = reading(move);
      return command === undefined
        ? { unsupported: 'it has no tool that reads a part of a file' }
        : functionCall(tools, 'exec_command', { cmd: command });
    }
    case 'writeFile':
      return writing(move, tools);
    case 'editFile':
      return functionCall(tools, 'apply_patch', editPatch(move));
    case 'callTool':
      return functionCall(tools, move.tool, move.args, `mcp__${move.server}`);
    case 'delegate':
      return functionCall(
        tools,
        'spawn_agent',
        { message: move.brief },
        namespaced(tools, 'spawn_agent', /^multi_agent/),
      );
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}
