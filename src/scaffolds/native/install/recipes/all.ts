import { MeasurandError } from '../../../../core/errors.ts';
import { nearest } from '../../../../core/nearest.ts';
import type { InstallRecipe } from '../recipe.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { DSH } from './dsh.ts';
import { GEMINI } from './gemini.ts';
import { OPENCLAW } from './openclaw.ts';
import { OPENCODE } from './opencode.ts';
import { PI } from './pi.ts';
import { QWEN } from './qwen.ts';

/** Every harness that can be installed: the four of the paper, then the others. */
export const RECIPES: readonly InstallRecipe[] = [
  CLAUDE_CODE,
  CODEX,
  DSH,
  OPENCLAW,
  OPENCODE,
  PI,
  QWEN,
  GEMINI,
];

/** @throws MeasurandError `unknown-harness` */
export function recipeOf(id: string): InstallRecipe {
  const recipe = RECIPES.find((each) => each.id === id);
  if (recipe) return recipe;
  const ids = RECIPES.map((each) => each.id);
  const near = nearest(id, ids);
  throw new MeasurandError('unknown-harness', `there is no harness ${JSON.stringify(id)}`, {
    next: `${near ? `Did you mean ${near}? ` : ''}Known are ${ids.join(', ')}`,
  });
}
