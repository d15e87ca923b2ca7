import { isProviderId } from '../../models/providers/model-id.ts';
import { isBuiltInModel } from '../../models/registry.ts';
import type { DeclaredStudy } from '../declaration/resolve.ts';
import type { Condition } from './probe.ts';

/** What one model would read, write and cost. */
export interface ModelPrice {
  readonly model: string;
  /**
   * Only a provider is paid. The tokens of a built-in model are what a language model in its place would use; an `unpaid`
   * one is computed here or replayed.
   */
  readonly kind: 'built-in' | 'unpaid' | 'asked';
  readonly episodes: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the table; null where it names no price for the model. */
  readonly cost: number | null;
}

export interface PlanPrice {
  readonly method: string;
  readonly models: readonly ModelPrice[];
  /** Over models whose provider is asked. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `not-probed` when a model is asked whose price the study does not name. */
  readonly verdict: 'priced' | 'not-probed';
  readonly cost: number | null;
  readonly currency: string | null;
  readonly dated: string | null;
}

const METHOD =
  'A program that does everything right plays each condition at two seeds; every character that it is shown in each request, and that it answers, counts 54/186 of a token. A model that errs, retries or thinks aloud uses more.';

const MILLION = 1e6;

interface Use {
  episodes: number;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

const meanOf = (condition: Condition, of: (probe: Condition['probes'][number]) => number): number =>
  condition.probes.reduce((sum, probe) => sum + of(probe), 0) / condition.probes.length;

function useOf(model: string, conditions: readonly Condition[]): Use {
  const use: Use = { episodes: 0, requests: 0, inputTokens: 0, outputTokens: 0 };
  for (const condition of conditions) {
    const episodes = condition.cells.filter(
      ({ cell, excluded }) => cell.model === model && excluded === null,
    ).length;
    use.episodes += episodes;
    use.requests += Math.ceil(episodes * meanOf(condition, ({ turns }) => turns));
    use.inputTokens += Math.ceil(episodes * meanOf(condition, ({ inputTokens }) => inputTokens));
    use.outputTokens += Math.ceil(episodes * meanOf(condition, ({ outputTokens }) => outputTokens));
  }
  return use;
}

function kindOf(model: string): ModelPrice['kind'] {
  if (isBuiltInModel(model)) return 'built-in';
  return isProviderId(model) ? 'asked' : 'unpaid';
}

function costOf(model: string, use: Use, { prices }: DeclaredStudy): number | null {
  if (kindOf(model) !== 'asked') return 0;
  const price = prices?.perMillionTokens[model];
  if (!price) return null;
  return (use.inputTokens * price.input + use.outputTokens * price.output) / MILLION;
}

/** What a study would read, write and cost, model by model. */
export function priceOf(study: DeclaredStudy, conditions: readonly Condition[]): PlanPrice {
  const models = study.models.map((model): ModelPrice => {
    const use = useOf(model, conditions);
    return { model, kind: kindOf(model), ...use, cost: costOf(model, use, study) };
  });
  const asked = models.filter(({ kind }) => kind === 'asked');
  const sum = (of: (price: ModelPrice) => number): number =>
    asked.reduce((total, price) => total + of(price), 0);
  const unknown = models.some(({ cost }) => cost === null);
  return {
    method: METHOD,
    models,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    verdict: unknown ? 'not-probed' : 'priced',
    cost: unknown ? null : sum(({ cost }) => cost ?? 0),
    currency: study.prices?.currency ?? null,
    dated: study.prices?.dated ?? null,
  };
}
