import type { DeclaredTool } from '../../../../trace/wire/request-view.ts';
import type { AbstractMove, HarnessAdapter, NativeCall, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { functionCall, given } from '../declared.ts';
import { byTools } from '../roles.ts';
import { present } from '../streams.ts';
import { prepare } from './prepare.ts';

const NO_HOOKS = 'its hooks are plugins, which this adapter writes none of';
const PURPOSE = 'scripted step';

function translate(move: AbstractMove, tools: readonly DeclaredTool[]): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(
        tools,
        'bash',
        given({ command: move.command, description: PURPOSE, timeoutMs: move.timeoutMs }),
      );
    case 'background':
      return functionCall(tools, 'bash', {
        command: move.command,
        description: PURPOSE,
        run_in_background: true,
      });
    case 'readFile':
      return functionCall(
        tools,
        'read',
        given({ file_path: move.path, offset: move.offset, limit: move.limit }),
      );
    case 'writeFile':
      return functionCall(tools, 'write', { file_path: move.path, content: move.text });
    case 'editFile':
      return functionCall(tools, 'edit', {
        file_path: move.path,
        old_string: move.find,
        new_string: move.replace,
      });
    case 'callTool':
      return functionCall(tools, `mcp__${move.server}__${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'subagent', {
        description: move.title,
        prompt: move.brief,
        run_in_background: false,
      });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}

/** It prints its final answer as it is, and no session id. */
function observe(stdout: string, stderr: string): Observed {
  const text = stdout.trim();
  return {
    ...present('finalText', text === '' ? undefined : text),
    ...present('error', stderr.trim() || undefined),
    events: text === '' ? [] : [text],
  };
}

/** DeepSeek Harness, by its headless profile. */
export const dsh: HarnessAdapter = {
  id: 'dsh',
  title: 'DeepSeek Harness',
  protocol: 'openai-chat',
  package: { name: '@deepseek-ai/dsh', version: '0.1.0-rc.8' },
  node: 24,
  model: 'deepseek-v4-flash',
  window: 1_000_000,
  program: 'node_modules/@deepseek-ai/dsh/lib/bin.js',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool bash in its first request',
      readFile: 'tool read in its first request',
      writeFile: 'tool write in its first request',
      editFile: 'tool edit in its first request',
      callTool: 'tools mcp__SERVER__TOOL in its first request',
      delegate: 'tool subagent in its first request',
      background: 'argument run_in_background of the tool bash',
    }),
    ...claimed('declared', { hooks: 'plugins named in its documentation', plan: 'tool exit_plan_mode' }),
  ],
  prepare,
  classify: byTools([
    { role: 'title', words: /concise title/i },
    { role: 'compaction', words: /summar|compact/i },
    { role: 'memory', words: /memor/i },
  ]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.dsh\/sessions\/.*session\.jsonl\.zstd$/.test(file));
    return files.length === 0 ? [] : [{ format: 'dsh-session', files }];
  },
  unsupported: (probe) => {
    if (probe === 'ask-nobody') return 'its headless profile never asks: its sandbox decides';
    if (probe.startsWith('hook-')) return NO_HOOKS;
    return probe.startsWith('resume-') ? 'its headless profile cannot resume a session' : undefined;
  },
};
