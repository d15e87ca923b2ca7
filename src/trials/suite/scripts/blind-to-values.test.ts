import { expect } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { RequestView } from '../../../trace/wire/request-view.ts';
import { TRIALS } from '../all-trials.ts';

const view = (prompt: string): RequestView => ({
  protocol: 'openai-chat',
  path: '/v1/chat/completions',
  model: 'scripted',
  stream: false,
  system: '',
  messages: [{ role: 'user', text: prompt, calls: [], results: [] }],
  results: [],
  tools: [],
  body: null,
});

verifies('trial.script.blind-to-values', () => {
  for (const { id, prompts, script, valuesFor } of TRIALS) {
    const secrets = [1, 2, 3].flatMap((seed) =>
      Object.values(valuesFor(seed)).filter((value) => /^[A-Z]{3}-[A-Z0-9]{8,}$/.test(value)),
    );
    for (const plan of [script.plan(), script.shortcut?.()]) {
      if (plan === undefined) continue;
      for (const prompt of prompts) {
        // Nothing was told in any of these requests, so whatever the script does is made of nothing.
        const turns = Array.from({ length: 40 }, (_, attempt) =>
          plan.main.next({ results: new Map(), attempt, view: view(prompt) }),
        );
        const said = JSON.stringify(turns);
        expect(
          secrets.filter((secret) => said.includes(secret)),
          id,
        ).toEqual([]);
        const keys = turns.flatMap(({ moves = [] }) => moves.map(({ key }) => key));
        expect(
          keys.filter((key) => !script.keys.includes(key)),
          id,
        ).toEqual([]);
      }
    }
  }
});
