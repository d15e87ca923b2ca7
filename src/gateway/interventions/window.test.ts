import { expect, test } from 'vitest';
import { requestView } from '../../trace/wire/decode.ts';
import { intervene } from './apply.ts';
import { checkIntervention, type Intervention } from './intervention.ts';

const request = (text: string) =>
  requestView('openai-chat', '/v1/chat/completions', {
    model: 'm',
    messages: [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'fetch', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: text },
    ],
  });

const window = (beyond: number): Intervention => ({
  id: 'window',
  select: { kind: 'result', tool: 'fetch' },
  action: { type: 'withhold', beyond },
});

test('a window leaves the first characters of a longer result and says so', () => {
  const { view, applied } = intervene(request('0123456789'), [window(4)], (text) => text);
  const cut = '0123\n[cut: 4 of 10 characters are shown]';
  expect(view.results[0]?.text).toBe(cut);
  expect(applied).toMatchObject([{ action: 'withhold', before: '0123456789', after: cut }]);
});

test('a result that fits into the window is left as it is', () => {
  const given = request('0123');
  expect(intervene(given, [window(4)], (text) => text)).toEqual({ view: given, applied: [] });
});

test.each([0, -1, 1.5, Number.NaN])('%d characters are no window', (beyond) => {
  expect(() => checkIntervention(window(beyond))).toThrow(
    expect.objectContaining({ code: 'invalid-intervention' }),
  );
});
