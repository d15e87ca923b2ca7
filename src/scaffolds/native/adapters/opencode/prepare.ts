import type { JsonObject } from '../../../../core/json.ts';
import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment, SERVER_START_MS } from '../environment.ts';
import { governance } from '../settings.ts';

function permission(run: HarnessRun): JsonObject {
  const { approval, denyRead, denyWrite, denyCommand } = governance(run);
  if (approval === 'ask') return { permission: { edit: 'ask', bash: 'ask' } };
  if (denyRead.length + denyWrite.length + denyCommand.length === 0) return {};
  return {
    permission: {
      read: { '*': 'allow', ...Object.fromEntries(denyRead.map((path) => [path, 'deny'])) },
      edit: { '*': 'allow', ...Object.fromEntries(denyWrite.map((path) => [path, 'deny'])) },
      bash: { '*': 'allow', ...Object.fromEntries(denyCommand.map((word) => [`${word} *`, 'deny'])) },
    },
  };
}

function configuration(run: HarnessRun): JsonObject {
  const { compactAt } = governance(run);
  return {
    provider: {
      lab: {
        npm: '@ai-sdk/openai-compatible',
        name: 'lab',
        options: { baseURL: `${run.gateway}/v1`, apiKey: run.token },
        models: {
          [run.model]: {
            name: run.model,
            limit: { context: compactAt ?? 200_000, output: 8192 },
            attachment: true,
            modalities: { input: ['text', 'image'], output: ['text'] },
          },
        },
      },
    },
    model: `lab/${run.model}`,
    small_model: `lab/${run.model}`,
    share: 'disabled',
    autoupdate: false,
    mcp: Object.fromEntries(
      run.servers.map(({ name, command, env }) => [
        name,
        {
          type: 'local',
          command: [...command],
          environment: env ?? {},
          enabled: true,
          timeout: SERVER_START_MS,
        },
      ]),
    ),
    ...permission(run),
  };
}

export function prepare(run: HarnessRun): PreparedRun {
  const config = `${run.home}/opencode.json`;
  const options = ['run', '--format', 'json', '-m', `lab/${run.model}`];
  return {
    files: [{ path: config, text: JSON.stringify(configuration(run)) }],
    env: {
      ...baseEnvironment(run),
      OPENCODE_CONFIG: config,
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      XDG_CONFIG_HOME: `${run.home}/.config`,
      XDG_DATA_HOME: `${run.home}/.local/share`,
      XDG_STATE_HOME: `${run.home}/.local/state`,
      XDG_CACHE_HOME: `${run.home}/.cache`,
    },
    first: [...options, run.prompts[0]],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : [...options, '-s', session, prompt],
  };
}
