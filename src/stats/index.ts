/** `measurand/stats`: every definition of the statistics specification as a pure function. Listed by hand. */

export { type BcaInterval, type BcaSettings, bcaInterval } from './bca.ts';
export { type BootstrapOptions, bootstrapMean, type MeanInterval } from './bootstrap.ts';
export {
  type GroupBootstrapOptions,
  type GroupInterval,
  hierarchicalBootstrap,
  stratifiedBootstrap,
} from './bootstrap-tasks.ts';
export { differences, type PairedCliffsDelta, pairedCliffsDelta } from './cliffs.ts';
export { type ClusteredMean, clusteredMean } from './clustered.ts';
export {
  type AnytimeInterval,
  type ConfidenceSequenceOptions,
  confidenceSequence,
  confidenceSequenceAt,
} from './confidence-sequence.ts';
export { cvar, cvarFractional } from './cvar.ts';
export {
  type ActionEffect,
  actionEffect,
  type NotIdentified,
  type PairedEffect,
  pairedEffect,
} from './effect.ts';
export { againstMargin, type EquivalenceTest, equivalenceTest } from './equivalence.ts';
export { type EtaSquared, etaSquaredBinary } from './eta-squared.ts';
export { exactSum } from './exact-sum.ts';
export { type F1, f1FromCounts } from './f1.ts';
export { compareIndependent, type Improvement, probabilityOfImprovement } from './improvement.ts';
export { interquartileMean } from './interquartile-mean.ts';
export { mean } from './mean.ts';
export { benjaminiHochberg, holm } from './multiplicity.ts';
export { normalCdf, normalQuantile } from './normal.ts';
export { type OutputBudgetCap, outputBudgetCap } from './output-budget.ts';
export { comparePaired, type PairedComparison } from './paired.ts';
export { meanPassK, type PassK, passK } from './pass-k.ts';
export { type PerformanceProfile, performanceProfile } from './performance-profile.ts';
export { type TrinomialEffect, trinomialPower } from './power.ts';
export {
  clopperPearson,
  type WorstCaseBound,
  wilsonInterval,
  worstCaseBound,
  type ZeroEventBound,
  zeroEventBound,
} from './proportion.ts';
export { quantile, quartiles } from './quantile.ts';
export { type RankDistribution, type RankOptions, rankDistribution } from './ranks.ts';
export { degradationGap, reliabilityAt, reliabilityGap, worst } from './reliability.ts';
export type { Draws, Interval, Mode } from './result.ts';
export { minimumDetectableEffect, type PairedDesign, type SampleSize, tasksNeeded } from './sample-size.ts';
export {
  type MonteCarloSignFlip,
  monteCarloSignFlip,
  type SignFlipOptions,
  type SignFlipTest,
  signFlipTest,
} from './sign-flip.ts';
export { exactSignFlip } from './sign-flip-exact.ts';
export { signTest } from './sign-test.ts';
export { stdPopulation, stdSample } from './spread.ts';
export { type Summary, type SummaryOptions, summarise } from './summary.ts';
export { type GridRun, type VarianceDecomposition, varianceComponents } from './variance-components.ts';
export { type VarianceShare, varianceShares } from './variance-shares.ts';
export { expectedWorstOf, type WorstPoint, worstCurve } from './worst-of-m.ts';
