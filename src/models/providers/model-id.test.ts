import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { MeasurandError } from '../../core/errors.ts';
import { describeModel } from './describe.ts';
import { endpointOf } from './endpoint.ts';
import { parseModelId } from './model-id.ts';

const code = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof MeasurandError ? error.code : String(error);
  }
};

test('an id says provider, name, endpoint and everything that can change an answer', () => {
  expect(parseModelId('openai:gpt-4o')).toMatchObject({
    provider: 'openai',
    name: 'gpt-4o',
    endpoint: 'openai',
  });
  expect(parseModelId('compatible:my-box/org/llama3:8b?seed=7&stream=true&temperature=0.5&top-p=1')).toEqual({
    id: 'compatible:my-box/org/llama3:8b?seed=7&stream=true&temperature=0.5&top-p=1',
    provider: 'compatible',
    name: 'org/llama3:8b',
    endpoint: 'my-box',
    options: { seed: 7, stream: true, temperature: 0.5, topP: 1 },
  });
});

test('one setting has one spelling, and what says nothing is refused', () => {
  const refused = [
    'openai:',
    'openai:a b',
    'compatible:llama',
    'compatible:/llama',
    'compatible:x/',
    'nobody:gpt',
    'openai:gpt?',
    'openai:gpt?temperature',
    'openai:gpt?temperature=',
    'openai:gpt?temperature=3',
    'openai:gpt?temperature=-0',
    'openai:gpt?temperature=1e0',
    'openai:gpt?temperature=0&seed=1',
    'openai:gpt?seed=1&seed=1',
    'openai:gpt?seed=1.5',
    'openai:gpt?stream=yes',
    'openai:gpt?tools=all',
    'openai:gpt?token-limit=tokens',
    'openai:gpt?constructor=1',
  ];
  for (const id of refused)
    expect(
      code(() => parseModelId(id)),
      id,
    ).toBe('invalid-model-id');
});

property.prop([fc.string()])('no text breaks the reading of an id', (text) => {
  for (const id of [text, `openai:${text}`, `compatible:${text}`, `google:m?${text}`]) {
    expect([undefined, 'invalid-model-id']).toContain(code(() => parseModelId(id)));
  }
});

test('quirks are data: the common ones of a provider, then those of a kind of model, then what the id says', () => {
  expect(describeModel('openai:gpt-4o').quirks).toEqual({
    tokenLimit: 'max_completion_tokens',
    temperature: 'accepted',
    seed: 'accepted',
    streamedUsage: 'on-request',
    tools: 'native',
    argumentsWire: 'text',
    emptyReply: 'kept',
  });
  expect(describeModel('openai:o3-mini')).toMatchObject({
    quirks: { temperature: 'rejected' },
    because: ['reasoning models refuse temperature and top-p'],
  });
  expect(describeModel('openai:gpt-3.5-turbo').quirks.tokenLimit).toBe('max_tokens');
  expect(describeModel('compatible:x/y?token-limit=max_completion_tokens&tools=none').quirks).toMatchObject({
    tokenLimit: 'max_completion_tokens',
    tools: 'none',
  });
  expect(describeModel('anthropic:claude-x').quirks).toMatchObject({
    tokenLimit: 'max_tokens',
    tokenLimitWhenUnset: 4096,
    seed: 'rejected',
    argumentsWire: 'object',
    emptyReply: 'left out',
  });
  expect(describeModel('google:gemini-x?temperature=0')).toMatchObject({
    sampling: { temperature: 0 },
    stream: false,
    quirks: { tokenLimit: 'maxOutputTokens' },
    variables: { key: 'GEMINI_API_KEY', address: 'MEASURAND_ENDPOINT_GOOGLE' },
  });
});

test('address and key come from the named variables alone, and no key goes out in the clear', () => {
  const openai = describeModel('openai:gpt-4o');
  const local = describeModel('compatible:my-box/m');
  expect(endpointOf(openai, { OPENAI_API_KEY: 'k' }).baseUrl).toMatch(/^https:/);
  expect(code(() => endpointOf(openai, {}))).toBe('missing-key');
  expect(code(() => endpointOf(local, {}))).toBe('missing-endpoint');
  const address = (url: string, key = 'k') =>
    code(() => endpointOf(local, { MEASURAND_ENDPOINT_MY_BOX: url, MEASURAND_KEY_MY_BOX: key }));
  for (const url of [
    'https://models.example/v1',
    'http://127.0.0.1:1/v1',
    'http://localhost/v1',
    'http://[::1]/v1',
  ]) {
    expect(address(url), url).toBeUndefined();
  }
  expect(address('http://models.example/v1')).toBe('insecure-endpoint');
  expect(address('http://localhost.example/v1')).toBe('insecure-endpoint');
  expect(address('http://models.example/v1', '')).toBeUndefined();
  for (const url of [
    'models.example',
    'file:///etc/passwd',
    'https://u:p@models.example',
    'https://models.example?k=1',
  ]) {
    expect(address(url), url).toBe('invalid-endpoint');
  }
});
