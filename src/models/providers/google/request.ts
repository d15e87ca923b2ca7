import type { Content, FunctionDeclaration, GenerateContentParameters, Part } from '@google/genai';
import type { Message, ModelView, ToolCall } from '../../../core/contracts/index.ts';
import { isJsonObject } from '../../../core/json.ts';
import { MADE_ID } from '../answer.ts';
import type { ModelDescription } from '../describe.ts';
import { asObject } from '../wire-arguments.ts';

/** An id goes back only where the provider gave one. */
const known = (id: string): { id?: string } => (id.startsWith(MADE_ID) ? {} : { id });

const textParts = (text: string): readonly Part[] => (text === '' ? [] : [{ text }]);

function callPart({ id, name, args, carry }: ToolCall): Part {
  const signature = isJsonObject(carry) ? carry['thoughtSignature'] : undefined;
  return {
    functionCall: { ...known(id), name, args: { ...asObject(args) } },
    ...(typeof signature === 'string' ? { thoughtSignature: signature } : {}),
  };
}

function partsOf(message: Message): readonly Part[] {
  switch (message.role) {
    case 'system':
      // Stands in a field of its own.
      return [];
    case 'user':
      return textParts(message.text);
    case 'tool': {
      const response = message.isError ? { error: message.text } : { output: message.text };
      return [{ functionResponse: { ...known(message.callId), name: message.name, response } }];
    }
    case 'assistant':
      return [...textParts(message.text), ...message.calls.map(callPart)];
  }
}

/** Messages of one side that follow each other are one on this wire. */
function contentsOf(messages: readonly Message[]): Content[] {
  const contents: { role: 'user' | 'model'; parts: Part[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(message);
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts: [...parts] });
  }
  return contents;
}

/** A view on the Gemini wire. Nothing is sent that the view or the model's id does not say. */
export function contentRequest(
  { name, sampling }: ModelDescription,
  { messages, tools, outputTokens }: ModelView,
): GenerateContentParameters {
  const { temperature, topP, seed } = sampling;
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const declarations = tools.map(
    (tool): FunctionDeclaration => ({
      name: tool.name,
      description: tool.description,
      parametersJsonSchema: tool.inputSchema,
    }),
  );
  return {
    model: name,
    contents: contentsOf(messages),
    config: {
      // The library would otherwise call tools by itself and ask again.
      automaticFunctionCalling: { disable: true },
      ...(system.length === 0 ? {} : { systemInstruction: system.join('\n\n') }),
      ...(declarations.length === 0 ? {} : { tools: [{ functionDeclarations: declarations }] }),
      ...(outputTokens === undefined ? {} : { maxOutputTokens: outputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(seed === undefined ? {} : { seed }),
    },
  };
}
