import type { JsonObject } from '../../../../core/json.ts';
import type { HarnessRun, PreparedFile, PreparedRun } from '../../contracts.ts';
import { baseEnvironment } from '../environment.ts';
import { hooksOf } from '../hooks.ts';
import { governance } from '../settings.ts';

function configuration(run: HarnessRun): JsonObject {
  const hooks = hooksOf(run, {
    finish: 'AfterAgent',
    approve: 'BeforeTool',
    servers: 'mcp_.*',
    timeout: 'milliseconds',
  });
  return {
    ...(Object.keys(hooks).length === 0 ? {} : { hooks }),
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    mcpServers: Object.fromEntries(
      run.servers.map(({ name, command: [command, ...args], env }) => [
        name,
        { command, args, env: env ?? {}, trust: true },
      ]),
    ),
  };
}

const quoted = (text: string): string => JSON.stringify(text);

/** Rules of its policy file; a path is matched inside the JSON of the arguments. */
function policy(run: HarnessRun): string | undefined {
  const { denyRead, denyWrite, denyCommand } = governance(run);
  const rules = [
    ...denyRead.map(
      (path) =>
        `[[rule]]\ntoolName = "read_file"\nargsPattern = ${quoted(path.replaceAll('.', '\\.'))}\ndecision = "deny"\npriority = 999\n`,
    ),
    ...denyWrite.flatMap((path) =>
      ['write_file', 'replace'].map(
        (tool) =>
          `[[rule]]\ntoolName = ${quoted(tool)}\nargsPattern = ${quoted(path.replaceAll('.', '\\.'))}\ndecision = "deny"\npriority = 999\n`,
      ),
    ),
    ...denyCommand.map(
      (word) =>
        `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ${quoted(word)}\ndecision = "deny"\npriority = 999\n`,
    ),
  ];
  return rules.length === 0 ? undefined : rules.join('\n');
}

export function prepare(run: HarnessRun): PreparedRun {
  const { approval, approver } = governance(run);
  const rules = policy(run);
  const policyFile = `${run.home}/policy.toml`;
  const options = [
    '-m',
    run.model,
    '-o',
    'stream-json',
    '--skip-trust',
    ...(approval === 'ask' && approver === undefined ? [] : ['--yolo']),
    ...(rules === undefined ? [] : ['--policy', policyFile]),
  ];
  const files: PreparedFile[] = [
    { path: `${run.home}/.gemini/settings.json`, text: JSON.stringify(configuration(run)) },
    ...(rules === undefined ? [] : [{ path: policyFile, text: rules }]),
  ];
  return {
    files,
    env: {
      ...baseEnvironment(run),
      GOOGLE_GEMINI_BASE_URL: run.gateway,
      GEMINI_API_KEY: run.token,
    },
    first: [...options, '-p', run.prompts[0]],
    resumed: (prompt) => [...options, '--resume', 'latest', '-p', prompt],
  };
}
