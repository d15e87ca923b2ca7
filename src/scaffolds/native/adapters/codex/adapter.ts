import type { HarnessAdapter, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { byTools } from '../roles.ts';
import { jsonLines, objectsOf, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';
import { translate } from './translate.ts';

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const objects = objectsOf(events);
  const message = objects.findLast((event) => textAt(event, 'item', 'type') === 'agent_message');
  const failure = objects.findLast((event) => event['type'] === 'turn.failed' || event['type'] === 'error');
  const said = textAt(failure, 'error', 'message') ?? textAt(failure, 'message');
  return {
    ...present(
      'session',
      textAt(
        objects.find((event) => event['type'] === 'thread.started'),
        'thread_id',
      ),
    ),
    ...present('finalText', textAt(message, 'item', 'text')),
    ...present('error', said ?? (stderr.trim() || undefined)),
    events,
  };
}

/** Codex, by its `exec` command. */
export const codex: HarnessAdapter = {
  id: 'codex',
  title: 'Codex',
  protocol: 'openai-responses',
  package: { name: '@openai/codex', version: '0.171.0' },
  model: 'gpt-5.5',
  modelWithServers: 'scripted-model',
  window: 272_000,
  program: 'node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool exec_command in its first request',
      writeFile: 'free-text tool apply_patch in its first request',
      editFile: 'free-text tool apply_patch in its first request',
      background: 'exec_command hands a running command back after yield_time_ms',
    }),
    ...claimed('exercised', {
      callTool: 'namespace mcp__SERVER; behind tool_search for models that it knows',
      delegate: 'namespace multi_agent_v1; deferred for models that it knows',
      hooks: 'a program at the end of a turn, and one before a call of a tool server',
      approvals: 'the program before a call of a tool server',
    }),
  ],
  prepare,
  classify: byTools([
    { role: 'compaction', words: /CONTEXT CHECKPOINT COMPACTION|handoff summary|summar/i },
    { role: 'title', words: /title/i },
  ]),
  translate,
  observe,
  records: (list) => {
    const files = list.filter((file) => /^\.codex\/sessions\/.*\.jsonl$/.test(file));
    return files.length === 0 ? [] : [{ format: 'codex-rollout', files }];
  },
  unsupported: (probe) => {
    if (probe === 'ask-nobody') return 'its exec command never asks: its sandbox decides';
    return probe === 'read-part' ? 'it has no tool that reads a part of a file' : undefined;
  },
};
