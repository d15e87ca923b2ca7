/** A predeclared mechanism chain: harness criterion → intermediate distortion → agent criterion. */
export interface Chain {
  readonly id: string;
  /** Id of the harness criterion at its head. */
  readonly harness: string;
  /** What the failure does to what the model is told, in one sentence. */
  readonly distortion: string;
  /** Id of the agent criterion at its end; null where the damage is done by the harness alone. */
  readonly agent: string | null;
}

/** A chain in one run: whether its declared conditions were observed there. */
export interface ChainState {
  readonly chain: Chain;
  readonly conditionsHold: boolean;
}
