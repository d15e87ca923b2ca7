import { MeasurandError } from '../../core/errors.ts';
import type { Criterion, Sheet } from './criterion.ts';
import type { Verdict } from './verdict.ts';

/** Points that one sheet can give; a combined pass needs both sheets in full. */
export const SHEET_POINTS = 50;

/** One sheet of one run, every criterion resolved to held or zero. */
export interface SheetScore {
  readonly total: number;
  readonly held: number;
  /** The criteria that resolved to zero, in the order of the sheet. */
  readonly zeros: readonly string[];
  /** `SHEET_POINTS` times the share that held. */
  readonly points: number;
}

/** Both sheets of one run (DESIGN §8). */
export interface TrialScore {
  readonly harness: SheetScore;
  readonly agent: SheetScore;
  /** Every agent criterion holds. */
  readonly agentSuccess: boolean;
  /** Every criterion of both sheets holds: 100 points. */
  readonly clean: boolean;
  readonly points: number;
}

function verdictsById(criteria: readonly Criterion[], verdicts: readonly Verdict[]): Map<string, Verdict> {
  const known = new Set(criteria.map(({ id }) => id));
  const byId = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const { criterion } = verdict;
    const trouble = known.has(criterion) ? 'has two verdicts' : 'stands on neither sheet';
    if (!known.has(criterion) || byId.has(criterion)) {
      throw new MeasurandError('invalid-verdict', `${criterion} ${trouble}`, { record: criterion });
    }
    byId.set(criterion, verdict);
  }
  for (const id of known) {
    if (!byId.has(id)) {
      throw new MeasurandError('missing-verdict', 'has no verdict, and an open sheet has no score', {
        record: id,
        next: 'Judge every criterion first; missing evidence is a verdict too',
      });
    }
  }
  return byId;
}

const sheetScore = (criteria: readonly Criterion[], holds: (id: string) => boolean): SheetScore => {
  const zeros = criteria.map(({ id }) => id).filter((id) => !holds(id));
  const held = criteria.length - zeros.length;
  return { total: criteria.length, held, zeros, points: (SHEET_POINTS * held) / criteria.length };
};

/**
 * Resolves the verdicts of one run. The Agent sheet is final first: state 2 of a harness criterion holds only if every
 * agent criterion does, state 3 is zero.
 *
 * @throws MeasurandError `invalid-verdict` for a stranger, a second verdict, or an agent state other than 0 and 1;
 *   `missing-verdict` for an open criterion; `empty-sheet`
 */
export function resolveSheets(criteria: readonly Criterion[], verdicts: readonly Verdict[]): TrialScore {
  const byId = verdictsById(criteria, verdicts);
  const state = (id: string): number => byId.get(id)?.state ?? 0;
  const sheet = (name: Sheet): readonly Criterion[] => {
    const lines = criteria.filter((criterion) => criterion.sheet === name);
    if (lines.length > 0) return lines;
    throw new MeasurandError('empty-sheet', `the ${name} sheet has no criterion`);
  };
  const agentLines = sheet('agent');
  for (const { id } of agentLines) {
    if (state(id) <= 1) continue;
    throw new MeasurandError('invalid-verdict', `is ${state(id)}, and an agent criterion is 0 or 1`, {
      record: id,
    });
  }
  const agent = sheetScore(agentLines, (id) => state(id) === 1);
  const agentSuccess = agent.zeros.length === 0;
  const harness = sheetScore(sheet('harness'), (id) => state(id) === 1 || (state(id) === 2 && agentSuccess));
  return {
    harness,
    agent,
    agentSuccess,
    clean: agentSuccess && harness.zeros.length === 0,
    points: harness.points + agent.points,
  };
}
