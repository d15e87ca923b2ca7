import type { PaperVerdict } from './lattice.ts';

/** Null everywhere means that nothing was probed. */
type Probed<T> = T | null;

/** Payloads identical over every pair of models, or reward that moves with the scaffold: the model does not own the score. */
export function ownershipVerdict(
  probed: Probed<
    { readonly identicalPairs: number; readonly pairs: number } | { readonly scaffoldSwing: number }
  >,
): PaperVerdict {
  if (probed === null) return 'not probed';
  if ('scaffoldSwing' in probed) return probed.scaffoldSwing > 0 ? 'fail' : 'pass';
  return probed.identicalPairs === probed.pairs ? 'fail' : 'pass';
}

/** A forged submission must score below the correct one. */
export function criterionVerdict(
  probed: Probed<{ readonly correct: number; readonly forged: number }>,
): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.forged < probed.correct ? 'pass' : 'fail';
}

/** Nothing submitted must score nothing. */
export function nullFloorVerdict(probed: Probed<{ readonly empty: number }>): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.empty > 0 ? 'fail' : 'pass';
}

/** What a submission says of itself must not move the score of the same data. */
export function tracePreferenceVerdict(probed: Probed<{ readonly change: number }>): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.change === 0 ? 'pass' : 'fail';
}

/** A decision that always, or never, falls the same way has no variance. */
export function nonDegeneracyVerdict(
  probed: Probed<{ readonly taken: number; readonly of: number }>,
): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.taken > 0 && probed.taken < probed.of ? 'pass' : 'fail';
}

/** The interface must let a perfect model score 1. */
export function interfaceFloorVerdict(probed: Probed<{ readonly bestScore: number }>): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.bestScore < 1 ? 'fail' : 'pass';
}

/** Reliability needs repeats of the same task under seeds. */
export function reliabilityVerdict(probed: Probed<{ readonly repeats: number }>): PaperVerdict {
  if (probed === null) return 'not probed';
  return probed.repeats > 1 ? 'pass' : 'est. only';
}
