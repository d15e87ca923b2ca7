import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, HarnessAdapter, NativeCall, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { functionCall, given } from '../declared.ts';
import { byTools } from '../roles.ts';
import { jsonLines, objectsOf, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';

const LACKS: Readonly<Record<string, string>> = {
  callTool: 'it has no MCP client',
  delegate: 'it has no tool that starts an agent',
  background: 'it has no background mode',
};

function translate(move: AbstractMove, tools: readonly DeclaredTool[]): NativeCall {
  switch (move.move) {
    case 'shell':
      // Its limit counts in seconds.
      return functionCall(
        tools,
        'bash',
        given({
          command: move.command,
          timeout: move.timeoutMs === undefined ? undefined : move.timeoutMs / 1000,
        }),
      );
    case 'readFile':
      return functionCall(tools, 'read', given({ path: move.path, offset: move.offset, limit: move.limit }));
    case 'writeFile':
      return functionCall(tools, 'write', { path: move.path, content: move.text });
    case 'editFile':
      return functionCall(tools, 'edit', {
        path: move.path,
        edits: [{ oldText: move.find, newText: move.replace }],
      });
    case 'raw':
      return { call: move.call, declared: undefined };
    default:
      return { unsupported: LACKS[move.move] ?? `it has no means for ${move.move}` };
  }
}

function spoken(content: JsonValue | undefined): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter(isJsonObject).flatMap((part) => textAt(part, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('');
}

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const objects = objectsOf(events);
  const last = objects.findLast(
    (event) => event['type'] === 'message_end' && textAt(event, 'message', 'role') === 'assistant',
  );
  const message = isJsonObject(last?.['message']) ? last['message'] : undefined;
  return {
    ...present(
      'session',
      textAt(
        objects.find((event) => event['type'] === 'session'),
        'id',
      ),
    ),
    ...present('finalText', spoken(message?.['content'])),
    ...present('error', textAt(message, 'errorMessage') ?? (stderr.trim() || undefined)),
    events,
  };
}

/** pi, by its print mode. */
export const pi: HarnessAdapter = {
  id: 'pi',
  title: 'pi',
  protocol: 'openai-chat',
  package: { name: '@mariozechner/pi-coding-agent', version: '0.73.1' },
  node: 24,
  model: 'scripted-model',
  program: 'node_modules/@mariozechner/pi-coding-agent/dist/cli.js',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool bash in its first request',
      readFile: 'tool read in its first request',
      writeFile: 'tool write in its first request',
      editFile: 'tool edit in its first request',
    }),
    ...claimed('declared', { extensions: 'its documentation' }),
  ],
  prepare,
  classify: byTools([{ role: 'compaction', words: /summar/i }]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.pi\/agent\/sessions\/.*\.jsonl$/.test(file));
    return files.length === 0 ? [] : [{ format: 'pi-session', files }];
  },
  unsupported: (probe) => {
    if (probe.startsWith('mcp-')) return 'it has no MCP client';
    if (probe.startsWith('deny-')) return 'it has no rules that deny';
    if (probe.startsWith('ask-')) return 'it has no mode that asks';
    if (probe.startsWith('delegate')) return 'it has no tool that starts an agent';
    if (probe.startsWith('hook-')) return 'its hooks are extensions, which this adapter writes none of';
    if (probe.startsWith('background')) return 'it has no background mode';
    return undefined;
  },
};
