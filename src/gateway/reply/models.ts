import type { WireProtocol } from '../../trace/wire/request-view.ts';
import { CREATED } from './pieces.ts';

/** Room for any conversation that a run may hold. */
const LARGEST_INPUT = 1_048_576;
const LARGEST_OUTPUT = 65_536;

const openai = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'measurand' });

const anthropic = (id: string) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED * 1000).toISOString(),
});

const gemini = (id: string) => ({
  name: `models/${id}`,
  version: '1',
  displayName: id,
  inputTokenLimit: LARGEST_INPUT,
  outputTokenLimit: LARGEST_OUTPUT,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
});

const described = (protocol: WireProtocol, id: string): object => {
  if (protocol === 'anthropic-messages') return anthropic(id);
  return protocol === 'gemini' ? gemini(id) : openai(id);
};

export const modelBody = (protocol: WireProtocol, id: string): string =>
  JSON.stringify(described(protocol, id));

export function modelListBody(protocol: WireProtocol, ids: readonly string[]): string {
  const data = ids.map((id) => described(protocol, id));
  if (protocol === 'gemini') return JSON.stringify({ models: data });
  if (protocol !== 'anthropic-messages') return JSON.stringify({ object: 'list', data });
  const [first] = ids;
  return JSON.stringify({ data, has_more: false, first_id: first ?? null, last_id: ids.at(-1) ?? null });
}
