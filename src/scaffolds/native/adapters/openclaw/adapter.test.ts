import { expect, test } from 'vitest';
import { requestView } from '../../../../trace/wire/decode.ts';
import { openclaw } from './adapter.ts';

const asking = (words: string) =>
  requestView('openai-chat', '/v1/chat/completions', {
    model: 'scripted-model',
    messages: [
      { role: 'user', content: 'Write rows.json.' },
      { role: 'user', content: words },
    ],
  });

test('a step without tools that asks for the answer is of the agent; other requests without tools are not', () => {
  const { classify } = openclaw;
  expect(
    classify(asking('Tools are unavailable in this step: it is a text-only pass, so reply with plain text.')),
  ).toBe('main');
  expect(classify(asking('Summarize the conversation so far.'))).toBe('compaction');
  expect(classify(asking('Something else.'))).toBeUndefined();
});
