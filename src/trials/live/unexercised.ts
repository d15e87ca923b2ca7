import type { RunEvidence } from '../criteria/evidence.ts';
import type { Judged, Line, PrivateValues } from '../criteria/line.ts';

/** Keys of moves that the evidence of a line is picked by. */
function keysAsked(line: Line, evidence: RunEvidence, values: PrivateValues): readonly string[] {
  const asked = new Set<string>();
  const moves = new Proxy(evidence.moves, {
    get(target, key) {
      if (typeof key === 'string') asked.add(key);
      return Reflect.get(target, key) as readonly string[] | undefined;
    },
  });
  const by = 'rule' in line.decidedBy ? line.decidedBy.rule : line.decidedBy.rubric;
  by.select({ ...evidence, moves }, values);
  return [...asked];
}

/** Harness lines whose mechanism a live model did not, or not wholly, come to. */
export interface NotExercised {
  /** They rest on moves of which the model made none: that they hold shows nothing. */
  readonly unexercised: readonly string[];
  /**
   * Zeros that rest on a move which the model did not make, or of which nothing in the run speaks while it left a move out:
   * they are zeros, and show no fault of the harness.
   */
  readonly bypassed: readonly string[];
}

/** Looks at which moves each Harness line rests on, and whether the model made them (harness taxonomy §2, rule 5). */
export function notExercised(
  lines: readonly Line[],
  judged: readonly Judged[],
  evidence: RunEvidence,
  values: PrivateValues,
): NotExercised {
  const unexercised: string[] = [];
  const bypassed: string[] = [];
  const made = (key: string): boolean => (evidence.moves[key] ?? []).length > 0;
  const allMade = Object.keys(evidence.moves).every(made);
  for (const line of lines) {
    const { verdict, packet } = judged.find((each) => each.verdict.criterion === line.id) ?? {};
    if (line.sheet !== 'harness' || !verdict || verdict.missing) continue;
    const keys = keysAsked(line, evidence, values);
    const silent = packet?.items.length === 0 && !allMade;
    if (keys.length > 0 && !keys.some(made)) unexercised.push(line.id);
    if (verdict.state === 0 && (silent || !keys.every(made))) bypassed.push(line.id);
  }
  return { unexercised, bypassed };
}
