import type { Message, ModelView, ToolDeclaration } from '../../../core/contracts/index.ts';
import type { RequestView, ShownMessage } from '../../../trace/wire/request-view.ts';
import type { Dialect } from './dialect.ts';

/** System text that stands outside the messages. */
function headOf({ system, messages }: RequestView): string {
  const spoken = messages
    .filter(({ role, text }) => role === 'system' && text !== '')
    .map(({ text }) => text)
    .join('\n');
  if (spoken === '') return system;
  return system.slice(0, Math.max(0, system.length - spoken.length - 1));
}

export interface ViewOptions {
  readonly tools: readonly ToolDeclaration[];
  readonly outputTokens: number;
  /** The text of a result as the model is given it. */
  readonly textOf: (callId: string, text: string) => string;
}

/** A request of a harness as a model of ours is shown it: all of it, in its order, in the task's names of tools. */
export function modelView(request: RequestView, dialect: Dialect, options: ViewOptions): ModelView {
  const names = new Map<string, string>();
  const messagesOf = (message: ShownMessage): Message[] => {
    const { role, text, calls, results } = message;
    if (role === 'assistant') {
      const own = calls.map((call) => dialect.fromWire(call));
      for (const { id, name } of own) names.set(id, name);
      return [{ role, text, calls: own }];
    }
    const answers = results.map(
      ({ callId, name, text: answer, isError = false }): Message => ({
        role: 'tool',
        callId,
        name: names.get(callId) ?? name ?? '',
        text: options.textOf(callId, answer),
        isError,
      }),
    );
    if (text === '') return answers;
    return [...answers, { role: role === 'system' ? 'system' : 'user', text }];
  };
  const head = headOf(request);
  const messages = request.messages.flatMap(messagesOf);
  return {
    messages: head === '' ? messages : [{ role: 'system', text: head }, ...messages],
    tools: options.tools,
    outputTokens: options.outputTokens,
  };
}
