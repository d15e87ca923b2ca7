import type { HarnessRun, PreparedRun } from '../../contracts.ts';
import { baseEnvironment } from '../environment.ts';
import { governance } from '../settings.ts';

function models(run: HarnessRun): string {
  return JSON.stringify({
    providers: {
      lab: {
        baseUrl: `${run.gateway}/v1`,
        api: 'openai-completions',
        apiKey: run.token,
        models: [
          {
            id: run.model,
            name: run.model,
            reasoning: false,
            input: ['text'],
            cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
            contextWindow: 200_000,
            maxTokens: 8192,
          },
        ],
      },
    },
  });
}

export function prepare(run: HarnessRun): PreparedRun {
  // It has no setting for any of them; a wrong one is refused all the same.
  governance(run);
  const agent = `${run.home}/.pi/agent`;
  const options = ['-p', '--mode', 'json', '--provider', 'lab', '--model', run.model];
  return {
    files: [{ path: `${agent}/models.json`, text: models(run) }],
    env: { ...baseEnvironment(run), PI_CODING_AGENT_DIR: agent, PI_OFFLINE: '1' },
    first: [...options, run.prompts[0]],
    resumed: (prompt, session) =>
      session === undefined
        ? { unsupported: 'the first turn named no session to resume' }
        : [...options, '--session', session, prompt],
  };
}
