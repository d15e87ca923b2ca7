import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import type { HarnessAdapter, Observed } from '../../contracts.ts';
import { claimed } from '../claims.ts';
import { byTools, lastWords } from '../roles.ts';
import { jsonLines, present, textAt } from '../streams.ts';
import { prepare } from './prepare.ts';
import { translate } from './translate.ts';

/** It prints one JSON document, after whatever its launcher says. */
function documentIn(stdout: string): JsonValue | undefined {
  const start = stdout.search(/^\{/m);
  if (start < 0) return undefined;
  try {
    return JSON.parse(stdout.slice(start)) as JsonValue;
  } catch {
    return undefined;
  }
}

function payloadText(document: JsonObject): string | undefined {
  const payloads = document['payloads'];
  const texts = Array.isArray(payloads) ? payloads.flatMap((payload) => textAt(payload, 'text') ?? []) : [];
  return texts.length === 0 ? undefined : texts.join('\n');
}

function observe(stdout: string, stderr: string): Observed {
  const document = documentIn(stdout);
  if (!isJsonObject(document)) {
    return { ...present('error', stderr.trim() || undefined), events: jsonLines(stdout) };
  }
  const inner = isJsonObject(document['result']) ? document['result'] : document;
  const session =
    textAt(document, 'sessionId') ??
    textAt(inner, 'sessionId') ??
    textAt(inner, 'meta', 'agentMeta', 'sessionId');
  return {
    ...present('session', session),
    ...present('finalText', payloadText(inner)),
    ...present('error', textAt(document, 'error', 'message') ?? textAt(document, 'error')),
    events: [document],
  };
}

const TEXT_ONLY = /Tools are unavailable in this step: it is a text-only pass/;

const auxiliary = byTools([
  { role: 'compaction', words: /summar/i },
  { role: 'title', words: /title|slug/i },
  { role: 'memory', words: /memor/i },
]);

/** OpenClaw, by `agent exec`. It rewrites the ids of calls on the wire. */
export const openclaw: HarnessAdapter = {
  id: 'openclaw',
  title: 'OpenClaw',
  protocol: 'openai-chat',
  package: { name: 'openclaw', version: '2026.9.6' },
  node: 24,
  model: 'scripted-model',
  startSeconds: 40,
  program: 'node_modules/openclaw/openclaw.mjs',
  versionArgs: ['--version'],
  claims: [
    ...claimed('exposed', {
      shell: 'tool exec in its first request',
      readFile: 'tool read in its first request',
      writeFile: 'tool write in its first request',
      editFile: 'tool edit in its first request',
      callTool: 'tools SERVER__TOOL in its first request, with tool search off',
      delegate: 'tool sessions_spawn in its first request',
      background: 'argument background of the tool exec',
    }),
    ...claimed('declared', { hooks: 'its documentation' }),
  ],
  prepare,
  // After a reply without a word it asks once more, without tools, for an answer to its user.
  classify: (view) => (TEXT_ONLY.test(lastWords(view)) ? 'main' : auxiliary(view)),
  translate,
  observe,
  records: (list) => {
    // Beside it stand databases with dots in their names, which are locks.
    const files = list.filter((file) =>
      /^\.openclaw\/agents\/[^/]+\/agent\/[^./]+\.sqlite(-wal)?$/.test(file),
    );
    return files.length === 0 ? [] : [{ format: 'openclaw-database', files }];
  },
  wireId: (id) => id.replaceAll(/[^A-Za-z0-9]/g, ''),
  unsupported: (probe) => {
    if (probe.startsWith('hook-')) return 'its hooks are modules, which this adapter writes none of';
    return probe === 'deny-command' || probe === 'deny-command-wrapped'
      ? 'it has no rule for one command that we know of'
      : undefined;
  },
};
