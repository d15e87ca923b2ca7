import type { RequestClassifier, RequestRole } from '../../../gateway/contracts.ts';
import type { RequestView, ShownMessage } from '../../../trace/wire/request-view.ts';

/** All text that a request carries in a role. */
export function saidBy(view: RequestView, role: ShownMessage['role']): string {
  return view.messages
    .filter((message) => message.role === role)
    .map(({ text }) => text)
    .join('\n');
}

/** The words of the last message, whoever says them. */
export function lastWords(view: RequestView): string {
  return view.messages.at(-1)?.text ?? '';
}

/** A path that asks for a count of tokens or the list of models, in any of the four protocols. */
export function serviceRole({ path }: RequestView): RequestRole | undefined {
  if (/count_tokens|:countTokens/.test(path)) return 'count';
  return /\/models$/.test(path) ? 'models' : undefined;
}

/** Words by which a request without tools shows what it is for. */
export interface AuxiliaryWords {
  readonly role: RequestRole;
  readonly words: RegExp;
}

/**
 * The rule that holds for most harnesses: with tools it is the agent's, without tools it serves the harness, and then
 * its system text or its last message says for what. Nothing known: undefined, never a guess.
 */
export function byTools(auxiliary: readonly AuxiliaryWords[]): RequestClassifier {
  return (view) => {
    const service = serviceRole(view);
    if (service) return service;
    if (view.tools.length > 0) return 'main';
    const text = `${view.system}\n${lastWords(view)}`;
    return auxiliary.find(({ words }) => words.test(text))?.role;
  };
}

/** Tells children from the main agent by the words that only a child's brief holds. */
export function withChildren(
  classify: RequestClassifier,
  briefs: readonly string[],
  prompts: readonly string[],
): RequestClassifier {
  if (briefs.length === 0) return classify;
  return (view) => {
    const role = classify(view);
    if (role !== 'main') return role;
    const said = `${view.system}\n${saidBy(view, 'user')}`;
    const hasBrief = briefs.some((brief) => said.includes(brief));
    return hasBrief && !prompts.some((prompt) => said.includes(prompt)) ? 'child' : role;
  };
}
