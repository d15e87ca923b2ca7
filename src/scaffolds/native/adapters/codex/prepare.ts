import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment, SERVER_START_MS } from '../environment.ts';
import { hooksOf } from '../hooks.ts';
import { governance } from '../settings.ts';

/** A TOML basic string escapes as JSON does. */
const quoted = (text: string): string => JSON.stringify(text);

function configuration(run: HarnessRun): string {
  const { compactAt } = governance(run);
  const lines = [
    `model = ${quoted(run.model)}`,
    'model_provider = "lab"',
    'approval_policy = "never"',
    ...(compactAt === undefined ? [] : [`model_auto_compact_token_limit = ${compactAt}`]),
    '',
    '[model_providers.lab]',
    'name = "lab"',
    `base_url = ${quoted(`${run.gateway}/v1`)}`,
    'wire_api = "responses"',
    'env_key = "LAB_API_KEY"',
    '',
    '[analytics]',
    'enabled = false',
  ];
  for (const { name, command, env } of run.servers) {
    const [program, ...args] = command;
    lines.push('', `[mcp_servers.${name}]`, `command = ${quoted(program)}`);
    lines.push(`args = [${args.map(quoted).join(', ')}]`, `startup_timeout_sec = ${SERVER_START_MS / 1000}`);
    const variables = Object.entries(env ?? {}).map(([key, value]) => `${quoted(key)} = ${quoted(value)}`);
    if (variables.length > 0) lines.push(`env = { ${variables.join(', ')} }`);
  }
  return `${lines.join('\n')}\n`;
}

/** Everything that the program is given. Its own sandbox is off unless `settings.sandbox` asks for it. */
export function prepare(run: HarnessRun): PreparedRun {
  const { sandbox } = governance(run);
  const hooks = hooksOf(run, {
    finish: 'Stop',
    approve: 'PreToolUse',
    servers: 'mcp__.*',
    timeout: 'seconds',
  });
  const hooked = Object.keys(hooks).length > 0;
  const home = `${run.home}/.codex`;
  const guard = sandbox === 'off' ? ['--dangerously-bypass-approvals-and-sandbox'] : ['-s', sandbox];
  const trust = hooked ? ['--dangerously-bypass-hook-trust'] : [];
  return {
    files: [
      { path: `${home}/config.toml`, text: configuration(run) },
      ...(hooked ? [{ path: `${home}/hooks.json`, text: JSON.stringify({ hooks }) }] : []),
    ],
    env: { ...baseEnvironment(run), CODEX_HOME: home, LAB_API_KEY: run.token },
    first: ['exec', '--json', '-C', run.workspace, ...guard, ...trust, run.prompts[0]],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no thread to resume' }
        : [
            'exec',
            'resume',
            session,
            '--json',
            ...(sandbox === 'off' ? guard : ['-c', `sandbox_mode=${quoted(sandbox)}`]),
            prompt,
          ],
  };
}
