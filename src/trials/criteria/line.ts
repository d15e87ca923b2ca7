import type { Criterion } from './criterion.ts';
import type { RunEvidence } from './evidence.ts';
import { type EvidenceItem, type EvidencePacket, packetOf, type Selected } from './packet.ts';
import type { Verdict } from './verdict.ts';

/** Private one-time values of a run, by name; drawn from the seed. */
export type PrivateValues = Readonly<Record<string, string>>;

/** What a rule says, with a reason that quotes what it saw. State 2 and 3 are for the Harness sheet only. */
export interface Decision {
  readonly state: 0 | 1 | 2 | 3;
  readonly reason: string;
}

/** Decides a criterion: picks its evidence, then looks at nothing else. */
export interface Rule {
  select(evidence: RunEvidence, values: PrivateValues): readonly Selected[];
  decide(items: readonly EvidenceItem[], values: PrivateValues): Decision;
}

/** What a judge model is asked about a packet, for kinds that no rule decides. */
export interface Rubric {
  select(evidence: RunEvidence, values: PrivateValues): readonly Selected[];
  /** One question with the answers `holds` and `fails`. */
  readonly question: string;
}

/** One line of a sheet with the means to decide it. */
export interface Line extends Criterion {
  readonly decidedBy: { readonly rule: Rule } | { readonly rubric: Rubric };
}

/** A line before its sheet gives it an id. */
export type LineSpec = Omit<Line, 'id' | 'sheet'>;

export interface Judged {
  readonly packet: EvidencePacket;
  readonly verdict: Verdict;
}

/** Decides a line that a rule decides. Missing required evidence is zero, and says so; undefined for a rubric. */
export function decideLine(line: Line, evidence: RunEvidence, values: PrivateValues): Judged | undefined {
  if (!('rule' in line.decidedBy)) return undefined;
  const { rule } = line.decidedBy;
  const present = line.evidence.every((source) => evidence[source] !== undefined);
  const packet = packetOf(line, evidence, present ? rule.select(evidence, values) : []);
  const shared = { criterion: line.id, packet: packet.digest, by: 'rule' } as const;
  if (packet.missing.length > 0) {
    const reason = `no ${packet.missing.join(' and no ')} evidence: zero, and no defect is shown`;
    return { packet, verdict: { ...shared, state: 0, reason, missing: packet.missing } };
  }
  if (packet.leftOut.length > 0) {
    const reason = `the evidence is larger than a packet: ${packet.leftOut.join(', ')} left out`;
    return { packet, verdict: { ...shared, state: 0, reason, missing: line.evidence } };
  }
  return { packet, verdict: { ...shared, ...rule.decide(packet.items, values) } };
}
