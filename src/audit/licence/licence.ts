import type { ScorerKind } from '../../core/contracts/index.ts';
import type { Verdict } from '../types.ts';

/** What a score may be read as. */
export const READINGS = [
  'model capability',
  'model–scaffold–environment performance',
  'model–scaffold system performance',
  'specification compliance',
  'self-report compliance',
  'quality in the opinion of the named judge',
  'nothing',
] as const;
export type Reading = (typeof READINGS)[number];

/** The findings that the licence depends on, each already summed up to one verdict. */
export interface LicenceFindings {
  readonly replay: Verdict;
  readonly criterion: Verdict;
  readonly scorerKind: ScorerKind;
  /** Ownership complete and non-degenerate. */
  readonly ownership: Verdict;
  /** Seed sensitivity, fault witness, reachability and inert settings together. */
  readonly environment: Verdict;
  /** Judge scorers only: whether replay came from recordings. */
  readonly fromRecordings?: boolean;
}

/** Several verdicts as one: any fail fails, then any not-probed leaves the whole not-probed. */
export function together(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length === 0 || verdicts.includes('not-probed') ? 'not-probed' : 'pass';
}

function outcomeReading({ replay, criterion, ownership, environment }: LicenceFindings): Reading {
  if (criterion !== 'pass' || replay === 'fail') return 'nothing';
  if (ownership !== 'pass') return 'model–scaffold system performance';
  if (replay !== 'pass') return 'nothing';
  return environment === 'pass' ? 'model capability' : 'model–scaffold–environment performance';
}

/**
 * The licence table (DESIGN §7): a total function from findings to the one reading that they license.
 * What the table does not list licenses nothing.
 */
export function licence(findings: LicenceFindings): Reading {
  const { replay, criterion, scorerKind, fromRecordings } = findings;
  switch (scorerKind) {
    case 'outcome':
      return outcomeReading(findings);
    case 'specification':
      return replay !== 'fail' && criterion === 'pass' ? 'specification compliance' : 'nothing';
    case 'shape':
      return replay !== 'fail' && criterion === 'fail' ? 'self-report compliance' : 'nothing';
    case 'judge':
      return replay === 'pass' && fromRecordings === true && criterion === 'pass'
        ? 'quality in the opinion of the named judge'
        : 'nothing';
  }
}

/** The paper's own lattice (Table A4): it knows no environment checks. */
export function licenceByPaper({ replay, criterion, scorerKind, ownership }: LicenceFindings): Reading {
  if (scorerKind === 'specification') {
    return criterion === 'pass' && ownership === 'not-probed' ? 'specification compliance' : 'nothing';
  }
  if (scorerKind === 'shape') return criterion === 'fail' ? 'self-report compliance' : 'nothing';
  if (criterion !== 'pass') return 'nothing';
  if (ownership === 'pass' && replay === 'pass') return 'model capability';
  return ownership === 'fail' ? 'model–scaffold system performance' : 'nothing';
}
