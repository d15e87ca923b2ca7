import type { ChainState } from './chain.ts';

/**
 * The six labels (harness taxonomy §2b). The paper names `harness_caused` and `agent_caused`; the other four names and
 * the order of the rules are our reconstruction.
 */
export type AttributionLabel =
  | 'inconclusive'
  | 'none'
  | 'absorbed'
  | 'harness_caused'
  | 'mixed'
  | 'agent_caused';

/** How a label is printed: candidate links are no proof of causation. */
export const LABEL_READINGS: Readonly<Record<AttributionLabel, string>> = {
  inconclusive: 'inconclusive',
  none: 'no failure',
  absorbed: 'harness failure absorbed',
  harness_caused: 'candidate: harness',
  mixed: 'candidate: harness, in part',
  agent_caused: 'no candidate link',
};

/** One run as attribution sees it. */
export interface AttributionInput {
  /** The apparatus was intact, and both sheets are final. */
  readonly admitted: boolean;
  readonly finalised: boolean;
  /** Criteria with a final zero. */
  readonly agentZeros: readonly string[];
  readonly harnessZeros: readonly string[];
  /** Harness zeros of mechanisms that the model avoided. */
  readonly bypassed: readonly string[];
  readonly chains: readonly ChainState[];
}

export interface Attribution {
  readonly label: AttributionLabel;
  /** Which of the seven ordered rules applied. */
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Chains whose ends are both zero, whose head is not bypassed, and whose conditions hold: candidates, not causes. */
  readonly activated: readonly string[];
  /** Agent zeros that no activated chain reaches. */
  readonly unreached: readonly string[];
}

function activatedChains(input: AttributionInput): readonly ChainState[] {
  const agent = new Set(input.agentZeros);
  const harness = new Set(input.harnessZeros);
  const bypassed = new Set(input.bypassed);
  return input.chains.filter(
    ({ chain, conditionsHold }) =>
      conditionsHold &&
      chain.agent !== null &&
      agent.has(chain.agent) &&
      harness.has(chain.harness) &&
      !bypassed.has(chain.harness),
  );
}

type Ruling = Pick<Attribution, 'label' | 'rule'>;

function ruling(input: AttributionInput, unreached: readonly string[]): Ruling {
  const { admitted, finalised, agentZeros, harnessZeros } = input;
  if (!(admitted && finalised)) return { label: 'inconclusive', rule: 1 };
  if (agentZeros.length === 0) {
    if (harnessZeros.length === 0) return { label: 'none', rule: 2 };
    const bypassed = new Set(input.bypassed);
    const all = harnessZeros.every((id) => bypassed.has(id));
    return all ? { label: 'none', rule: 3 } : { label: 'absorbed', rule: 4 };
  }
  if (unreached.length === 0) return { label: 'harness_caused', rule: 5 };
  return unreached.length < agentZeros.length
    ? { label: 'mixed', rule: 6 }
    : { label: 'agent_caused', rule: 7 };
}

/** Labels one run by the first of the seven rules that applies (harness taxonomy §2b). */
export function attribute(input: AttributionInput): Attribution {
  const activated = activatedChains(input);
  const reached = new Set(activated.map(({ chain }) => chain.agent));
  const unreached = input.agentZeros.filter((id) => !reached.has(id));
  return { ...ruling(input, unreached), activated: activated.map(({ chain }) => chain.id), unreached };
}
