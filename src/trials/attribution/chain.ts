/** What changes with the ends of a chain because it hangs on them, and so speaks neither for the link nor against it. */
export interface ChainFollowers {
  /** Ids of criteria that hold once the ends hold. */
  readonly criteria: readonly string[];
  /** Moves that a model makes only when it was told, or only when it was not. */
  readonly moves: readonly string[];
}

/** A predeclared mechanism chain: harness criterion → intermediate distortion → agent criterion. */
export interface Chain {
  readonly id: string;
  /** Id of the harness criterion at its head. */
  readonly harness: string;
  /** What the failure does to what the model is told, in one sentence. */
  readonly distortion: string;
  /** Id of the agent criterion at its end; null where the damage is done by the harness alone. */
  readonly agent: string | null;
  /** What follows from its ends, declared before anything ran. */
  readonly followers?: ChainFollowers;
}

/** A chain in one run: whether its declared conditions were observed there. */
export interface ChainState {
  readonly chain: Chain;
  readonly conditionsHold: boolean;
}
