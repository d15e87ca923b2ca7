import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { requestView } from '../../trace/wire/decode.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';
import { intervene } from './apply.ts';
import type { Intervention } from './intervention.ts';

const SCHEMA = { type: 'object', properties: {} };

/** The same conversation in each protocol: one call of `shell`, whose result is `disk FULL`. */
const BODIES: Readonly<Record<WireProtocol, readonly [path: string, body: JsonObject]>> = {
  'anthropic-messages': [
    '/v1/messages',
    {
      model: 'm',
      messages: [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'shell', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'disk FULL' }] },
      ],
      tools: [{ name: 'shell', description: 'Runs a command', input_schema: SCHEMA }],
    },
  ],
  'openai-responses': [
    '/v1/responses',
    {
      model: 'm',
      input: [
        { role: 'user', content: 'Look.' },
        { type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'disk FULL' },
      ],
      tools: [{ type: 'function', name: 'shell', description: 'Runs a command', parameters: SCHEMA }],
    },
  ],
  'openai-chat': [
    '/v1/chat/completions',
    {
      model: 'm',
      messages: [
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'shell', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'disk FULL' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'shell', description: 'Runs a command', parameters: SCHEMA },
        },
      ],
    },
  ],
  gemini: [
    '/v1beta/models/m:generateContent',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Look.' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'shell', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c1', name: 'shell', response: { output: 'disk FULL' } } }],
        },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'shell', description: 'Runs a command', parametersJsonSchema: SCHEMA },
          ],
        },
      ],
    },
  ],
};

const RESULT = { kind: 'result', tool: 'shell' } as const;
const keep = (text: string): string => text;

function changed(protocol: WireProtocol, intervention: Omit<Intervention, 'id'>) {
  const [path, body] = BODIES[protocol];
  const view = requestView(protocol, path, body);
  return { before: JSON.stringify(body), ...intervene(view, [{ id: 'i', ...intervention }], keep) };
}

const CASES: readonly (readonly [Intervention['action'], string])[] = [
  [{ type: 'replace', text: 'all is well' }, 'all is well'],
  [{ type: 'replace', find: 'FULL', text: 'fine $&' }, 'disk fine $&'],
  [{ type: 'complete', text: '\nexit code 1', at: 'end' }, 'disk FULL\nexit code 1'],
  [{ type: 'complete', text: ' is', at: { after: 'disk' } }, 'disk is FULL'],
  [{ type: 'withhold', find: ' FULL' }, 'disk'],
  [{ type: 'withhold', beyond: 4 }, 'disk\n[cut: 4 of 9 characters are shown]'],
];

for (const protocol of Object.keys(BODIES) as WireProtocol[]) {
  test(`${protocol}: a result is replaced, completed and withheld, the text before and after is kept, and the body handed in stays`, () => {
    for (const [action, text] of CASES) {
      const { view, applied, before } = changed(protocol, { select: RESULT, action });
      expect([action, view.results.map((result) => result.text)]).toEqual([action, [text]]);
      expect(applied).toMatchObject([{ action: action.type, before: 'disk FULL', after: text }]);
      expect(JSON.stringify(BODIES[protocol][1])).toBe(before);
    }
    const nothing = changed(protocol, {
      select: { kind: 'result', tool: 'other' },
      action: CASES[0]?.[0] as never,
    });
    expect(JSON.stringify(nothing.view.body)).toBe(nothing.before);
  });

  test(`${protocol}: a declaration is changed or taken out`, () => {
    const select = { kind: 'declaration', tool: 'shell' } as const;
    const told = changed(protocol, { select, action: { type: 'replace', text: 'Does nothing' } });
    expect(told.view.tools.map(({ description }) => description)).toEqual(['Does nothing']);
    const gone = changed(protocol, { select, action: { type: 'withhold' } });
    expect(gone.view.tools).toEqual([]);
    expect(gone.applied).toMatchObject([{ target: { kind: 'declaration', name: 'shell' }, after: null }]);
  });
}
