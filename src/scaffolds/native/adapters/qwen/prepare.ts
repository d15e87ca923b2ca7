import type { JsonObject } from '../../../../core/json.ts';
import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment } from '../environment.ts';
import { hooksOf } from '../hooks.ts';
import { governance } from '../settings.ts';

function configuration(run: HarnessRun): JsonObject {
  const { denyRead, denyWrite, denyCommand } = governance(run);
  const hooks = hooksOf(run, {
    finish: 'Stop',
    approve: 'PreToolUse',
    servers: 'mcp__.*',
    timeout: 'milliseconds',
  });
  const deny = [
    ...denyRead.map((path) => `Read(${path})`),
    ...denyWrite.flatMap((path) => [`Edit(${path})`, `Write(${path})`]),
    ...denyCommand.map((word) => `Bash(${word} *)`),
  ];
  return {
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { disableAutoUpdate: true, disableUpdateNag: true },
    // A hidden second agent would run after the answer.
    memory: { enableManagedAutoMemory: false },
    mcpServers: Object.fromEntries(
      run.servers.map(({ name, command: [command, ...args], env }) => [
        name,
        { command, args, env: env ?? {}, trust: true },
      ]),
    ),
    ...(deny.length === 0 ? {} : { permissions: { deny } }),
    ...(Object.keys(hooks).length === 0 ? {} : { hooks }),
  };
}

export function prepare(run: HarnessRun): PreparedRun {
  const { approval, approver } = governance(run);
  const options = [
    '--auth-type',
    'openai',
    '-m',
    run.model,
    '--output-format',
    'stream-json',
    '--chat-recording',
    ...(approval === 'ask' && approver === undefined ? [] : ['--yolo']),
  ];
  return {
    files: [{ path: `${run.home}/.qwen/settings.json`, text: JSON.stringify(configuration(run)) }],
    env: {
      ...baseEnvironment(run),
      OPENAI_BASE_URL: `${run.gateway}/v1`,
      OPENAI_API_KEY: run.token,
    },
    first: [...options, '-p', run.prompts[0]],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : [...options, '--resume', session, '-p', prompt],
  };
}
