import { expect, test } from 'vitest';
import { MeasurandError } from '../../core/errors.ts';
import { chatHistory } from './history.ts';
import { isLocalId, localModel } from './local-model.ts';

test('a call stands with its result inside what the model said, and the model comes next', () => {
  const call = { id: 'a', name: 'fetch_page', args: { page: 1 } };
  const items = chatHistory([
    { role: 'system', text: 's' },
    { role: 'user', text: 'u' },
    { role: 'assistant', text: 'look', calls: [call, { id: 'b', name: 'lost', args: 'torn' }] },
    { role: 'tool', callId: 'a', name: 'fetch_page', text: 'rows', isError: false },
    { role: 'user', text: 'go on' },
  ]);
  expect(items).toEqual([
    { type: 'system', text: 's' },
    { type: 'user', text: 'u' },
    {
      type: 'model',
      response: [
        'look',
        { type: 'functionCall', name: 'fetch_page', params: { page: 1 }, result: 'rows' },
        { type: 'functionCall', name: 'lost', params: 'torn', result: null },
      ],
    },
    { type: 'user', text: 'go on' },
    { type: 'model', response: [] },
  ]);
  expect(chatHistory([{ role: 'assistant', text: '', calls: [call] }])).toHaveLength(1);
});

test('a file that is not there is refused before anything is loaded', () => {
  expect(isLocalId('local:/x.gguf')).toBe(true);
  expect(() => localModel('local:/nowhere/x.gguf')).toThrow(MeasurandError);
});
