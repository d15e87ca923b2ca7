import type { EvidenceSource } from '../criterion.ts';
import type { CriterionKind } from '../kinds.ts';
import type { LineSpec, Rule } from '../line.ts';
import { ruled } from './spec.ts';

type RuleKind = Exclude<CriterionKind, 'K16' | 'K17' | 'V5'>;

/** A line whose rule belongs to one trial: K12 to K15 in most cases, where no two trials ask the same. */
export function particular(
  kind: RuleKind,
  parameter: string,
  evidence: readonly [EvidenceSource, ...EvidenceSource[]],
  rule: Rule,
): LineSpec {
  return ruled(kind, evidence, parameter, rule);
}
