import { MeasurandError } from '../../core/errors.ts';
import type { ScriptPlan } from '../../scaffolds/native/scripts/script.ts';
import type { Chain } from '../attribution/chain.ts';
import type { Sheet } from '../criteria/criterion.ts';
import type { Line, LineSpec, PrivateValues } from '../criteria/line.ts';
import type { TrialOutline } from './catalogue.ts';
import type { ChainSpec, TrialSpec } from './definition.ts';
import { outlineOf, ownOutline } from './outlines.ts';
import { ValueDraw } from './private-values.ts';

/** A chain with what a repair at the boundary would restore. */
export interface TrialChain extends Chain {
  readonly repair?: NonNullable<ChainSpec['repair']>;
}

/** A trial, ready to run: its outline, its sheets with ids, its chains by those ids. */
export interface Trial extends Omit<TrialSpec, 'outline' | 'harness' | 'agent' | 'chains'> {
  readonly outline: TrialOutline;
  readonly lines: readonly Line[];
  readonly chains: readonly TrialChain[];
  /** The private values of a seed. */
  valuesFor(seed: number): PrivateValues;
  /** A plan behind the provider of the trial, which may fail. @default the script's own plan */
  behindProvider(values: PrivateValues, plan?: ScriptPlan): ScriptPlan;
}

const LETTERS: Readonly<Record<Sheet, string>> = { harness: 'H', agent: 'A' };

const sheetOf = (id: string, sheet: Sheet, specs: readonly LineSpec[]): readonly Line[] =>
  specs.map((spec, index) => ({ ...spec, id: `${id}.${LETTERS[sheet]}${index + 1}`, sheet }));

function endOf(id: string, lines: readonly Line[], number: number, chain: string): string {
  const line = lines[number - 1];
  if (line) return line.id;
  throw new MeasurandError(
    'invalid-trial',
    `chain ${chain} ends at line ${number}, and there are ${lines.length}`,
    {
      record: id,
    },
  );
}

/**
 * Makes a trial of its spec: numbers the lines of both sheets and ties the chains to them.
 *
 * @throws MeasurandError `unknown-trial`, `invalid-trial`
 */
export function defineTrial(spec: TrialSpec): Trial {
  const { id, harness, agent, chains, ...rest } = spec;
  const outline = spec.outline === undefined ? outlineOf(id) : ownOutline(id, spec.outline);
  const harnessLines = sheetOf(id, 'harness', harness);
  const agentLines = sheetOf(id, 'agent', agent);
  return {
    id,
    ...rest,
    outline,
    lines: [...harnessLines, ...agentLines],
    chains: chains.map(({ harness: head, agent: end, distortion, followers, repair }, index) => {
      const chain = `${id}.C${index + 1}`;
      const lineIds = (lines: readonly Line[], numbers: readonly number[] = []): readonly string[] =>
        numbers.map((number) => endOf(id, lines, number, chain));
      return {
        id: chain,
        harness: endOf(id, harnessLines, head, chain),
        distortion,
        agent: end === null ? null : endOf(id, agentLines, end, chain),
        ...(followers === undefined
          ? {}
          : {
              followers: {
                criteria: [
                  ...lineIds(harnessLines, followers.harness),
                  ...lineIds(agentLines, followers.agent),
                ],
                moves: followers.moves ?? [],
              },
            }),
        ...(repair === undefined ? {} : { repair }),
      };
    }),
    valuesFor(seed) {
      const values = new ValueDraw(id, seed);
      spec.draw(values);
      return values.values();
    },
    behindProvider(values, plan = spec.script.plan()) {
      const { provider } = spec.script;
      if (!provider) return plan;
      const { main, children } = plan;
      const next: typeof main.next = (conversation) => {
        const faults = provider(conversation.attempt, values);
        return { ...main.next(conversation), ...(faults.length === 0 ? {} : { faults }) };
      };
      return { main: { id: main.id, next }, children };
    },
  };
}
