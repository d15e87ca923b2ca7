import { MeasurandError } from '../core/errors.ts';
import { CORRUPTION_KINDS, type CorruptionKind, type Intent } from './perturbation.ts';
import type { AdversaryPolicy } from './policy.ts';

/** Takes requests away, once, on the first request whose intensity is `at` or more. */
export interface Squeeze {
  /** In [0, 1]. */
  readonly at: number;
  /** Requests added to the budget: a negative integer. */
  readonly delta: number;
}

export interface EscalatingOptions {
  /** Probability of a fault at intensity 0, in [0, 1]. */
  readonly base: number;
  /** What full intensity adds to that probability, from 0. */
  readonly scale: number;
  /** Share of an answer that is corrupted at full intensity, from 0. */
  readonly corruptionScale: number;
  /** Kinds of corruption; each gets the whole rate. */
  readonly corruptions: readonly CorruptionKind[];
  readonly squeeze: Squeeze | null;
  /** Seconds by which answers are late at full intensity, from 0. */
  readonly latency: number;
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));

function requireNumber(options: EscalatingOptions, field: keyof EscalatingOptions, most: number): void {
  const value = options[field];
  if (typeof value === 'number' && value >= 0 && value <= most && Number.isFinite(value)) return;
  throw new MeasurandError('invalid-adversary', `${field} cannot be ${JSON.stringify(value)}`, {
    field,
    next: most === 1 ? 'Use a number from 0 to 1' : 'Use a number from 0',
  });
}

function requireSqueeze({ at, delta }: Squeeze): void {
  if (at >= 0 && at <= 1 && Number.isSafeInteger(delta) && delta < 0) return;
  throw new MeasurandError('invalid-adversary', `A squeeze cannot be ${delta} at ${at}`, {
    field: 'squeeze',
    next: 'Use an intensity from 0 to 1 and a negative integer',
  });
}

function requireCorruptions(kinds: readonly string[]): void {
  const known: readonly string[] = CORRUPTION_KINDS;
  const bad = kinds.find((kind, index) => !known.includes(kind) || kinds.indexOf(kind) !== index);
  if (bad === undefined) return;
  throw new MeasurandError('invalid-adversary', `corruptions cannot hold ${JSON.stringify(bad)} here`, {
    field: 'corruptions',
    next: `Name each of ${CORRUPTION_KINDS.join(', ')} at most once`,
  });
}

/**
 * The adversary of the paper's B-series: at intensity i a request fails with probability base + scale·i; otherwise the
 * rate corruptionScale·i of its answer is corrupted. Both are held to [0, 1]. It draws one number for each request.
 *
 * @throws MeasurandError `invalid-adversary`
 */
export function escalatingAdversary(options: EscalatingOptions): AdversaryPolicy {
  requireNumber(options, 'base', 1);
  for (const field of ['scale', 'corruptionScale', 'latency'] as const) {
    requireNumber(options, field, Number.MAX_VALUE);
  }
  const { base, scale, corruptionScale, corruptions, squeeze, latency } = options;
  requireCorruptions(corruptions);
  if (squeeze) requireSqueeze(squeeze);
  return {
    intend({ intensity, peak }, random) {
      const faulty = random.random() < unit(base + scale * intensity);
      const rate = unit(corruptionScale * intensity);
      const intents: Intent[] = [];
      if (faulty) intents.push({ kind: 'fault' });
      else if (rate > 0) intents.push(...corruptions.map((kind) => ({ kind, rate })));
      if (squeeze && intensity >= squeeze.at && peak < squeeze.at) {
        intents.push({ kind: 'budget', delta: squeeze.delta });
      }
      if (latency * intensity > 0) intents.push({ kind: 'latency', seconds: latency * intensity });
      return intents;
    },
  };
}
