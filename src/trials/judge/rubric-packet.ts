import type { EvidenceSource } from '../criteria/criterion.ts';
import type { RunEvidence } from '../criteria/evidence.ts';
import type { Line, PrivateValues, Rubric } from '../criteria/line.ts';
import { type EvidencePacket, packetOf } from '../criteria/packet.ts';

/** A line that a judge decides. */
export type RubricLine = Line & { readonly decidedBy: { readonly rubric: Rubric } };

export const isRubric = (line: Line): line is RubricLine => 'rubric' in line.decidedBy;

/** The bounded evidence of a rubric, for whoever judges it, now or later. Nothing is picked where a source is missing. */
export function rubricPacket(line: RubricLine, evidence: RunEvidence, values: PrivateValues): EvidencePacket {
  const present = line.evidence.every((source) => evidence[source] !== undefined);
  return packetOf(line, evidence, present ? line.decidedBy.rubric.select(evidence, values) : []);
}

/**
 * Why nobody is asked about a packet: a required source is not there, what the line speaks of never came about, or the
 * evidence is larger than a packet. Such a line is zero and shows no defect.
 */
export function whyNotAsked(
  line: Pick<Line, 'evidence'>,
  packet: EvidencePacket,
): { readonly reason: string; readonly missing: readonly EvidenceSource[] } | undefined {
  if (packet.missing.length > 0) {
    const reason = `no ${packet.missing.join(' and no ')} evidence: zero, and no defect is shown`;
    return { reason, missing: packet.missing };
  }
  if (packet.leftOut.length > 0) {
    const reason = `the evidence is larger than a packet: ${packet.leftOut.join(', ')} left out`;
    return { reason, missing: line.evidence };
  }
  if (packet.items.length > 0) return undefined;
  return {
    reason: 'what it speaks of never came about: zero, and no defect is shown',
    missing: line.evidence,
  };
}
