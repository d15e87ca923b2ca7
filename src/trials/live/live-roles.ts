import type { RequestClassifier } from '../../gateway/contracts.ts';
import { saidBy } from '../../scaffolds/native/adapters/roles.ts';

/** Some programs escape quotes of a prompt. */
const plain = (text: string): string => text.replaceAll(/["\\]/g, '');

/**
 * Tells children from the main agent where the model, and no script, wrote their briefs: a request of an agent that shows
 * none of the user's prompts is a child's.
 */
export function childrenByPrompt(classify: RequestClassifier, prompts: readonly string[]): RequestClassifier {
  const known = prompts.map(plain);
  return (view) => {
    const role = classify(view);
    if (role !== 'main') return role;
    const said = plain(`${view.system}\n${saidBy(view, 'user')}`);
    return known.some((prompt) => said.includes(prompt)) ? role : 'child';
  };
}
