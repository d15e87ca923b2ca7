/** Ways in which what an agent observes can be corrupted, as shares of it. */
export const CORRUPTION_KINDS = ['duplicate', 'reorder', 'noise', 'drop'] as const;
export type CorruptionKind = (typeof CORRUPTION_KINDS)[number];

/**
 * One thing that an adversary means to do to one request, in no domain's terms. An adapter makes it happen.
 *
 * `fault`: the request fails for now; asking again may work.
 * A corruption: that share of the answer, in [0, 1], is repeated, displaced, falsified or left out.
 * `budget`: `delta` requests are added to what may still be asked; negative takes away.
 * `latency`: the answer is `seconds` late. Nothing sleeps.
 */
export type Intent =
  | { readonly kind: 'fault' }
  | { readonly kind: CorruptionKind; readonly rate: number }
  | { readonly kind: 'budget'; readonly delta: number }
  | { readonly kind: 'latency'; readonly seconds: number };

export type Corruption = Extract<Intent, { readonly kind: CorruptionKind }>;

/** What befalls one request: how hard the adversary presses, and what it means to do. */
export interface Perturbation {
  /** In [0, 1]. */
  readonly intensity: number;
  readonly intents: readonly Intent[];
}

export function isFault({ intents }: Perturbation): boolean {
  return intents.some(({ kind }) => kind === 'fault');
}

export function corruptionsOf({ intents }: Perturbation): readonly Corruption[] {
  return intents.filter((intent): intent is Corruption =>
    CORRUPTION_KINDS.some((kind) => kind === intent.kind),
  );
}

export function latencyOf({ intents }: Perturbation): number {
  return intents.reduce((sum, intent) => sum + (intent.kind === 'latency' ? intent.seconds : 0), 0);
}

export function budgetDeltaOf({ intents }: Perturbation): number {
  return intents.reduce((sum, intent) => sum + (intent.kind === 'budget' ? intent.delta : 0), 0);
}
