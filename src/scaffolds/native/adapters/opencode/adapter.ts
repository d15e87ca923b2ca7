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
      return functionCall(tools, 'bash', given({ command: move.command, timeout: move.timeoutMs }));
    case 'background':
      return { unsupported: 'it has no background mode' };
    case 'readFile':
      return functionCall(
        tools,
        'read',
        given({ filePath: absolute(workspace, move.path), offset: move.offset, limit: move.limit }),
      );
    case 'writeFile':
      return functionCall(tools, 'write', { filePath: absolute(workspace, move.path), content: move.text });
    case 'editFile':
      return functionCall(tools, 'edit', {
        filePath: absolute(workspace, move.path),
        oldString: move.find,
        newString: move.replace,
      });
    case 'callTool':
      return functionCall(tools, `${move.server}_${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'task', {
        description: move.title,
        prompt: move.brief,
        subagent_type: 'general',
      });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const objects = objectsOf(events);
  const spoken = objects.filter((event) => event['type'] === 'text');
  const failure = objects.findLast((event) => event['type'] === 'error');
  return {
    ...present(
      'session',
      textAt(
        objects.find((event) => textAt(event, 'sessionID') !== undefined),
        'sessionID',
      ),
    ),
    ...present('finalText', textAt(spoken.at(-1), 'part', 'text')),
    ...present(
      'error',
      textAt(failure, 'error', 'data', 'message') ??
        textAt(failure, 'error', 'name') ??
        (stderr.trim() || undefined),
    ),
    events,
  };
}

/** opencode, by its `run` command. */
export const opencode: HarnessAdapter = {
  id: 'opencode',
  title: 'opencode',
  protocol: 'openai-chat',
  package: { name: 'opencode-ai', version: '1.18.33' },
  model: 'scripted-model',
  startSeconds: 10,
  program: 'node_modules/opencode-linux-x64/bin/opencode',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool bash in its first request',
      readFile: 'tool read in its first request',
      writeFile: 'tool write in its first request',
      editFile: 'tool edit in its first request',
      callTool: 'tools SERVER_TOOL in its first request',
      delegate: 'tool task in its first request',
    }),
    ...claimed('exercised', { 'deny-rules': 'rules that deny a path to its file tools' }),
    ...claimed('declared', { plugins: 'its documentation', plan: 'its agents' }),
  ],
  prepare,
  classify: byTools([
    { role: 'title', words: /title generator/i },
    { role: 'compaction', words: /summar|compact/i },
  ]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.local\/share\/opencode\/opencode\.db(-wal)?$/.test(file));
    return files.length === 0 ? [] : [{ format: 'opencode-database', files }];
  },
  unsupported: (probe) => {
    if (probe.startsWith('hook-')) return 'its hooks are plugins, which this adapter writes none of';
    return probe.startsWith('background') ? 'it has no background mode' : undefined;
  },
};
