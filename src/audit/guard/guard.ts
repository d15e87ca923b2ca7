import { MeasurandError } from '../../core/errors.ts';
import type { Claim, Figure } from '../types.ts';
import { figuresIn } from './figures-in-text.ts';
import { lookUp } from './paths.ts';
import { writeFigure } from './rounding.ts';

/** Why a claim was refused. */
export interface Refusal {
  readonly reason: 'unbound' | 'mismatch' | 'no-number' | 'out-of-scope' | 'dangling';
  readonly figure: string;
  readonly detail: string;
}

function checkFigure(
  figure: Figure,
  claim: Claim,
  document: unknown,
  scopes: readonly string[],
): Refusal | undefined {
  const written = claim.text.slice(figure.at[0], figure.at[1]);
  const value = lookUp(document, figure.path);
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return { reason: 'no-number', figure: written, detail: `no finite number stands at ${figure.path}` };
  }
  if (!scopes.some((scope) => figure.path.startsWith(scope))) {
    return {
      reason: 'out-of-scope',
      figure: written,
      detail: `${figure.path} is no part of the evidence at hand`,
    };
  }
  const expected = writeFigure(value, figure.rounding);
  if (expected === written) return undefined;
  return {
    reason: 'mismatch',
    figure: written,
    detail: `${figure.path} reads ${expected} at ${figure.rounding}`,
  };
}

/**
 * The number guard: every figure of a claim, spelled-out ones too, must be bound to a path of the document, lie within
 * the evidence at hand, and read exactly as the number there does under its declared rounding. A figure that is bound
 * to nothing is refused even if the same digits stand somewhere in the document: that would be a match by accident.
 *
 * @param scopes path prefixes that the claim may draw on; the default is the whole document
 */
export function refusals(claim: Claim, document: unknown, scopes: readonly string[] = ['']): Refusal[] {
  const found = figuresIn(claim.text);
  const refused: Refusal[] = [];
  for (const { start, end, text } of found) {
    if (!claim.figures.some((figure) => figure.at[0] <= start && figure.at[1] >= end)) {
      refused.push({ reason: 'unbound', figure: text, detail: `the figure at ${start} is bound to no path` });
    }
  }
  for (const figure of claim.figures) {
    const covers = found.some(({ start, end }) => figure.at[0] <= start && figure.at[1] >= end);
    if (!covers) {
      refused.push({
        reason: 'dangling',
        figure: figure.path,
        detail: 'a binding covers no figure of the text',
      });
      continue;
    }
    const refusal = checkFigure(figure, claim, document, scopes);
    if (refusal) refused.push(refusal);
  }
  return refused;
}

/** @throws MeasurandError `claim-refused`, naming every figure that may not stand */
export function guardClaim(claim: Claim, document: unknown, scopes?: readonly string[]): Claim {
  const refused = refusals(claim, document, scopes);
  if (refused.length === 0) return claim;
  const why = refused.map(({ figure, detail }) => `${JSON.stringify(figure)}: ${detail}`).join('; ');
  throw new MeasurandError(
    'claim-refused',
    `the sentence ${JSON.stringify(claim.text)} may not stand: ${why}`,
    {
      kind: 'apparatus',
    },
  );
}
