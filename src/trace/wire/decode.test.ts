import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { requestView } from './decode.ts';
import type { WireProtocol } from './request-view.ts';
import { protocolOf } from './route.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../../shared/vectors/transcripts');
const present = existsSync(SAMPLES);
const PROTOCOLS: readonly WireProtocol[] = [
  'anthropic-messages',
  'openai-responses',
  'openai-chat',
  'gemini',
];

const samples = () =>
  readdirSync(SAMPLES).flatMap((harness) => {
    const file = join(SAMPLES, harness, 'basic.boundary.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => ({ harness, row: JSON.parse(line) as JsonObject }));
  });

// These samples may not be copied: without them nothing here would be read, and the skip says so.
test.skipIf(!present)(
  'the boundary samples of eight harnesses are all read, calls and results paired',
  () => {
    const read = samples().map(({ harness, row }) => {
      const path = row['path'] as string;
      const view = requestView(protocolOf(path) as WireProtocol, path, row['body'] as JsonValue);
      const called = view.messages.flatMap(({ calls }) => calls.map(({ id }) => id));
      expect(view.results.map(({ callId }) => callId)).toEqual(called);
      expect(view.model).toBe(row['model']);
      expect(view.stream).toBe(true);
      expect(view.system).not.toBe('');
      return { harness, results: view.results.length, shows: view.results[0]?.text ?? '' };
    });
    const answered = read.filter(({ results }) => results > 0);
    expect(new Set(answered.map(({ harness }) => harness)).size).toBe(8);
    for (const { shows } of answered) expect(shows).toContain('BASIC-TOKEN-1');
  },
);

verifies('trace.wire.samples', () => {
  const call = { command: 'ls' };
  const bodies: Readonly<Record<WireProtocol, JsonValue>> = {
    'anthropic-messages': {
      system: [{ type: 'text', text: 'S' }],
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'sh', input: call }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'R' }], is_error: true },
          ],
        },
      ],
    },
    'openai-responses': {
      instructions: 'S',
      input: [
        { type: 'function_call', call_id: 'a', name: 'sh', arguments: JSON.stringify(call) },
        { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'R' }] },
      ],
    },
    'openai-chat': {
      messages: [
        { role: 'developer', content: 'S' },
        {
          role: 'assistant',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'sh', arguments: JSON.stringify(call) } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'R' },
      ],
    },
    gemini: {
      systemInstruction: { parts: [{ text: 'S' }] },
      contents: [
        { role: 'model', parts: [{ functionCall: { id: 'a', name: 'sh', args: call } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'sh', response: { error: 'R' } } }] },
      ],
    },
  };
  for (const protocol of PROTOCOLS) {
    const view = requestView(protocol, '/', bodies[protocol]);
    expect(view.system).toBe('S');
    expect(view.messages.flatMap(({ calls }) => calls)).toMatchObject([{ id: 'a', name: 'sh' }]);
    expect(view.results).toMatchObject([{ callId: 'a', text: 'R' }]);
    const flags = {
      'anthropic-messages': true,
      gemini: true,
      'openai-chat': undefined,
      'openai-responses': undefined,
    };
    expect(view.results[0]?.isError).toBe(flags[protocol]);
  }
});

test('tools of every kind and place are declared: namespaces, free text, hosted, deferred, found by a search', () => {
  const { tools } = requestView('openai-responses', '/v1/responses', {
    tools: [
      { type: 'function', name: 'f', description: 'F', parameters: { type: 'object' }, defer_loading: true },
      { type: 'custom', name: 'apply_patch', description: 'P' },
      { type: 'namespace', name: 'mcp__lab', description: '', tools: [{ type: 'function', name: 'echo' }] },
      { type: 'web_search' },
    ],
    input: [{ type: 'tool_search_output', call_id: 't', tools: [{ type: 'function', name: 'late' }] }],
  });
  expect(tools.map(({ name, namespace, kind, deferred }) => [name, namespace, kind, deferred])).toEqual([
    ['f', undefined, 'function', true],
    ['apply_patch', undefined, 'custom', undefined],
    ['echo', 'mcp__lab', 'function', undefined],
    ['web_search', undefined, 'hosted', undefined],
    ['late', undefined, 'function', undefined],
  ]);
});

const FIELDS = [
  'messages',
  'contents',
  'input',
  'tools',
  'role',
  'content',
  'parts',
  'type',
  'text',
  'name',
  'system',
];
const odd = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<JsonValue>(
      null,
      true,
      3,
      '',
      'user',
      'model',
      'text',
      'tool_result',
      'function_call',
      'message',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 5 }),
  ),
})).value;

property.prop([fc.constantFrom(...PROTOCOLS), odd], { numRuns: 2000 })(
  'a body of any shape gives a view or a coded error',
  (protocol, body) => {
    try {
      expect(requestView(protocol, '/', body).body).toBe(body);
    } catch (error) {
      expect(error).toBeInstanceOf(MeasurandError);
      expect(error).toMatchObject({ code: 'invalid-request', place: { field: expect.any(String) } });
    }
  },
);

verifies('trace.wire.odd-bodies', () => {
  for (const protocol of PROTOCOLS) expect(() => requestView(protocol, '/', [])).toThrow('wanted an object');
  const wrong = { messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] };
  expect(() => requestView('openai-chat', '/', wrong)).toThrow('field messages[0].content[0].text');
});
