import type { ModelView, TokenUsage } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Criterion } from '../criteria/criterion.ts';
import type { Verdict } from '../criteria/verdict.ts';

/** One line that a judge was asked about: what it was asked, what it said, and what was made of it. */
export interface Judgement {
  readonly criterion: string;
  readonly judge: string;
  /** Of the questions of this run, from 0. */
  readonly sequence: number;
  /** Digest of all verdicts that were final before this question was asked. */
  readonly fixed: string;
  /** Digest of the evidence packet. */
  readonly packet: string;
  readonly prompt: ModelView['messages'];
  /** What the judge said, to the letter; null where no answer came. */
  readonly answer: string | null;
  readonly usage?: TokenUsage;
  readonly verdict?: Verdict;
  /** Present in place of a verdict: the line is judged neither way, and is in no total. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Digest of verdicts that are final, whatever their order. */
export const fixedDigest = (verdicts: readonly Verdict[]): string =>
  digestOf(
    Object.fromEntries(
      verdicts
        .map(({ criterion, state }) => [criterion, state])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
  );

const disorder = (record: string, what: string): MeasurandError =>
  new MeasurandError('judging-order', what, {
    kind: 'failed',
    record,
    next: 'Judge again: rules first, then the Agent sheet, then the Harness sheet',
  });

/**
 * Checks the order in which a run was judged: every verdict that needs no judge was final before the first question, and
 * the Agent sheet before the first question about the Harness sheet.
 *
 * @param unasked verdicts that no judge was asked for
 * @throws MeasurandError `judging-order`
 */
export function checkJudgingOrder(
  criteria: readonly Criterion[],
  unasked: readonly Verdict[],
  judgements: readonly Judgement[],
): void {
  const sheetOf = new Map(criteria.map(({ id, sheet }) => [id, sheet]));
  const inOrder = judgements.toSorted((a, b) => a.sequence - b.sequence);
  const fixed: Verdict[] = [...unasked];
  const settled = new Set([...unasked.map(({ criterion }) => criterion)]);
  const asked = new Set(judgements.map(({ criterion }) => criterion));
  for (const { id } of criteria) {
    if (!(settled.has(id) || asked.has(id))) throw disorder(id, 'was neither decided nor asked about');
  }
  for (const { criterion, fixed: digest, verdict } of inOrder) {
    const harness = sheetOf.get(criterion) === 'harness';
    const early = criteria.find(({ id, sheet }) => harness && sheet === 'agent' && !settled.has(id));
    if (early) throw disorder(criterion, `was asked about before ${early.id} of the Agent sheet was final`);
    if (digest !== fixedDigest(fixed))
      throw disorder(criterion, 'was asked about before what it follows was final');
    settled.add(criterion);
    if (verdict) fixed.push(verdict);
  }
}
