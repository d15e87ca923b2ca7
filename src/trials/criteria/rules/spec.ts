import type { EvidenceSource } from '../criterion.ts';
import { CRITERION_KINDS, type CriterionKind } from '../kinds.ts';
import type { Decision, LineSpec, Rule } from '../line.ts';

export const held = (reason: string): Decision => ({ state: 1, reason });
export const failed = (reason: string): Decision => ({ state: 0, reason });
export const when = (holds: boolean, reason: string): Decision => (holds ? held(reason) : failed(reason));

/** Text as a reason quotes it: one line, at most 160 characters. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return JSON.stringify(line.length <= 160 ? line : `${line.slice(0, 120)} … ${line.slice(-36)}`);
}

/** A line that a rule decides. */
export function ruled(
  kind: CriterionKind,
  evidence: readonly [EvidenceSource, ...EvidenceSource[]],
  parameter: string,
  rule: Rule,
): LineSpec {
  const { means } = CRITERION_KINDS[kind];
  return { kind, parameter, requires: `${parameter}: ${means}`, evidence, decidedBy: { rule } };
}
