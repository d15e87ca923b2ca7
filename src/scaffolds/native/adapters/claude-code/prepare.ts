import type { JsonObject } from '../../../../core/json.ts';
import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment, SERVER_START_MS } from '../environment.ts';
import { hooksOf } from '../hooks.ts';
import { governance } from '../settings.ts';

function permissions(run: HarnessRun): JsonObject {
  const { denyRead, denyWrite, denyCommand } = governance(run);
  const deny = [
    ...denyRead.map((path) => `Read(./${path})`),
    ...denyWrite.flatMap((path) => [`Edit(./${path})`, `Write(./${path})`]),
    ...denyCommand.map((command) => `Bash(${command}:*)`),
  ];
  return deny.length === 0 ? {} : { permissions: { deny } };
}

function hooks(run: HarnessRun): JsonObject {
  const made = hooksOf(run, {
    finish: 'Stop',
    approve: 'PreToolUse',
    servers: 'mcp__.*',
    timeout: 'seconds',
  });
  return Object.keys(made).length === 0 ? {} : { hooks: made };
}

function servers(run: HarnessRun): JsonObject {
  return {
    mcpServers: Object.fromEntries(
      run.servers.map(({ name, command: [command, ...args], env }) => [
        name,
        { type: 'stdio', command, args, env: env ?? {} },
      ]),
    ),
  };
}

/** Everything that the program is given; `settings.compactAt` is its own threshold in tokens. */
export function prepare(run: HarnessRun): PreparedRun {
  const { approval, approver, compactAt, toolSearch } = governance(run);
  const settings = `${run.home}/settings.json`;
  const tools = `${run.home}/servers.json`;
  const options = [
    '--output-format',
    'stream-json',
    '--verbose',
    '--model',
    run.model,
    ...(approval === 'ask' && approver === undefined ? [] : ['--dangerously-skip-permissions']),
    '--mcp-config',
    tools,
    '--strict-mcp-config',
    '--settings',
    settings,
    ...(compactAt === undefined ? [] : ['--autocompact', String(compactAt)]),
  ];
  return {
    files: [
      { path: settings, text: JSON.stringify({ ...permissions(run), ...hooks(run) }) },
      { path: tools, text: JSON.stringify(servers(run)) },
    ],
    env: {
      ...baseEnvironment(run),
      MCP_TIMEOUT: String(SERVER_START_MS),
      CLAUDE_CONFIG_DIR: `${run.home}/.claude`,
      ANTHROPIC_BASE_URL: run.gateway,
      ANTHROPIC_API_KEY: run.token,
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Root may only skip permissions when told that it is boxed in.
      IS_SANDBOX: '1',
      ENABLE_TOOL_SEARCH: String(toolSearch),
    },
    first: ['-p', run.prompts[0], ...options],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : ['-p', prompt, ...options, '--resume', session],
  };
}
