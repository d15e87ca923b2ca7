import type { JsonObject } from '../../../../core/json.ts';
import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment } from '../environment.ts';
import { governance } from '../settings.ts';

/** Longest time of a turn, in seconds; the run's own limit comes first. */
const TURN_SECONDS = '900';

function configuration(run: HarnessRun): JsonObject {
  const { denyWrite, approval } = governance(run);
  return {
    models: {
      mode: 'replace',
      providers: {
        lab: {
          baseUrl: `${run.gateway}/v1`,
          apiKey: run.token,
          api: 'openai-completions',
          models: [
            {
              id: run.model,
              name: run.model,
              reasoning: false,
              input: ['text', 'image'],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 200_000,
              maxTokens: 8192,
            },
          ],
        },
      },
    },
    // `agent exec` sets these by itself; a resumed turn is another command, which would work in a folder of its own.
    agents: {
      defaults: {
        model: { primary: `lab/${run.model}` },
        workspace: run.workspace,
        skipBootstrap: true,
        sandbox: { mode: 'off' },
      },
    },
    mcp: {
      servers: Object.fromEntries(
        run.servers.map(({ name, command: [command, ...args], env }) => [
          name,
          { command, args, env: env ?? {} },
        ]),
      ),
    },
    tools: {
      toolSearch: false,
      profile: 'coding',
      fs: { workspaceOnly: true },
      // It has no rule for one path: the file tools go as a whole.
      ...(denyWrite.length === 0 ? {} : { deny: ['write', 'edit', 'apply_patch'] }),
      exec: approval === 'ask' ? { ask: 'always' } : { mode: 'full' },
    },
  };
}

export function prepare(run: HarnessRun): PreparedRun {
  const state = `${run.home}/.openclaw`;
  const config = `${state}/openclaw.json`;
  const text = JSON.stringify(configuration(run));
  return {
    files: [{ path: config, text }],
    env: { ...baseEnvironment(run), OPENCLAW_STATE_DIR: state, OPENCLAW_CONFIG_PATH: config },
    first: [
      'agent',
      'exec',
      '--config',
      config,
      '--state-dir',
      state,
      '--cwd',
      run.workspace,
      '--json',
      '--timeout',
      TURN_SECONDS,
      run.prompts[0],
    ],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : ['agent', '--local', '--agent', 'main', '--session-id', session, '--json', '-m', prompt],
  };
}
