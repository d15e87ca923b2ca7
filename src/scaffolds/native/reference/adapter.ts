import type { DeclaredTool } from '../../../trace/wire/request-view.ts';
import { claimed } from '../adapters/claims.ts';
import { functionCall, given } from '../adapters/declared.ts';
import { baseEnvironment } from '../adapters/environment.ts';
import { byTools } from '../adapters/roles.ts';
import { governance } from '../adapters/settings.ts';
import { jsonLines, objectsOf, present, textAt } from '../adapters/streams.ts';
import type {
  AbstractMove,
  HarnessAdapter,
  HarnessRun,
  NativeCall,
  Observed,
  PreparedRun,
} from '../contracts.ts';

/** Version of the program in `program/`. */
export const REFERENCE_VERSION = '1.0.0';

function settingsOf(run: HarnessRun): string {
  const { approval, approver, finishHook, denyRead, denyWrite, denyCommand } = governance(run);
  const { gateway, model, workspace, servers } = run;
  return JSON.stringify({
    ...{ gateway, model, workspace, approval, approver, finishHook, denyRead, denyWrite, denyCommand },
    servers: servers.map(({ name, command }) => ({ name, command })),
  });
}

function prepare(run: HarnessRun, fault: string | undefined): PreparedRun {
  return {
    files: [{ path: `${run.home}/.reference/settings.json`, text: settingsOf(run) }],
    env: {
      ...baseEnvironment(run),
      REFERENCE_KEY: run.token,
      ...(fault === undefined ? {} : { REFERENCE_FAULT: fault }),
    },
    first: [run.prompts[0]],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : ['--session', session, prompt],
  };
}

function translate(move: AbstractMove, tools: readonly DeclaredTool[]): NativeCall {
  switch (move.move) {
    case 'shell':
      return functionCall(tools, 'shell', given({ command: move.command, timeout_ms: move.timeoutMs }));
    case 'background':
      return functionCall(tools, 'background', { command: move.command });
    case 'readFile':
      return functionCall(
        tools,
        'read_file',
        given({ path: move.path, offset: move.offset, limit: move.limit }),
      );
    case 'writeFile':
      return functionCall(tools, 'write_file', { path: move.path, text: move.text });
    case 'editFile':
      return functionCall(tools, 'edit_file', { path: move.path, find: move.find, replace: move.replace });
    case 'callTool':
      return functionCall(tools, `mcp__${move.server}__${move.tool}`, move.args);
    case 'delegate':
      return functionCall(tools, 'delegate', { title: move.title, brief: move.brief });
    case 'raw':
      return { call: move.call, declared: undefined };
  }
}

function observe(stdout: string, stderr: string): Observed {
  const events = jsonLines(stdout);
  const last = (type: string) => objectsOf(events).findLast((event) => event['type'] === type);
  return {
    ...present('session', textAt(last('session'), 'id')),
    ...present('finalText', textAt(last('answer'), 'text')),
    ...present('error', textAt(last('error'), 'message') ?? (stderr.trim() || undefined)),
    events,
  };
}

/**
 * The reference harness: it hands on to the model all that its tools say, and keeps a true record. A trial that it fails is
 * a faulty trial.
 *
 * @param fault one of `REFERENCE_FAULTS`, planted on purpose
 */
export function referenceHarness(fault?: string): HarnessAdapter {
  return {
    id: 'reference',
    title: 'Reference harness',
    protocol: 'openai-chat',
    package: { name: 'measurand', version: REFERENCE_VERSION },
    model: 'scripted-model',
    program: 'reference.mjs',
    versionArgs: ['--version'],
    claims: claimed('exposed', {
      shell: 'tool shell in its first request',
      readFile: 'tool read_file in its first request',
      writeFile: 'tool write_file in its first request',
      editFile: 'tool edit_file in its first request',
      callTool: 'tools of servers in its first request',
      delegate: 'tool delegate in its first request',
      background: 'tool background in its first request',
      hooks: 'setting finishHook',
      approvals: 'setting approver',
      'deny-rules': 'settings denyRead, denyWrite and denyCommand',
    }),
    prepare: (run) => prepare(run, fault),
    classify: byTools([]),
    translate,
    observe,
    records: (list) => {
      const files = list.filter((file) => /^\.reference\/sessions\/.*\.jsonl$/.test(file));
      return files.length === 0 ? [] : [{ format: 'reference-session', files }];
    },
    unsupported: () => undefined,
  };
}
