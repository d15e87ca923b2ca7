import type { HarnessRun, PreparedFile, PreparedRun } from '../../contracts.ts';
import { baseEnvironment } from '../environment.ts';
import { governance, type HarnessSettings } from '../settings.ts';

const MODES: Readonly<Record<HarnessSettings['sandbox'], string>> = {
  off: 'danger-full-access',
  'read-only': 'read-only',
  'workspace-write': 'workspace-write',
};

/** A patch of its plugin tree: one client entry for each tool server. JSON is YAML. */
function patch(run: HarnessRun): string {
  const entries = run.servers.map(({ name, command: [command, ...args], env }) => ({
    id: `mcp-${name}`,
    name: '@deepseek-ai/dsh-mcp-client',
    config: { serverName: name, transport: 'stdio', command, args, env: env ?? {} },
  }));
  return JSON.stringify([{ insert: entries }]);
}

export function prepare(run: HarnessRun): PreparedRun {
  const { sandbox } = governance(run);
  const patchFile = `${run.home}/servers.patch.yml`;
  const patched = run.servers.length > 0;
  const files: PreparedFile[] = patched ? [{ path: patchFile, text: patch(run) }] : [];
  return {
    files,
    env: {
      ...baseEnvironment(run),
      DSH_HOME: `${run.home}/.dsh`,
      DEEPSEEK_BASE_URL: run.gateway,
      DEEPSEEK_API_KEY: run.token,
      DSH_TELEMETRY_DISABLED: '1',
      DSH_PERMISSION_MODE: MODES[sandbox],
    },
    first: ['--profile', 'headless', ...(patched ? ['--patch', patchFile] : []), run.prompts[0]],
    resumed: () => ({ unsupported: 'its headless profile cannot resume a session' }),
  };
}
