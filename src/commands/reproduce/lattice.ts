/** A verdict of the paper's card. `est. only` is what it writes where nothing was repeated. */
export type PaperVerdict = 'pass' | 'fail' | 'not probed' | 'est. only';

/** What the paper lets a score be called, in its own words (Table A4, lattice). */
export type PaperLicence =
  | 'model capability'
  | 'model-scaffold system performance'
  | 'self-report compliance'
  | 'specification compliance';

export interface LatticeFindings {
  readonly replay: PaperVerdict;
  readonly criterion: PaperVerdict;
  readonly ownership: PaperVerdict;
  readonly scorer: 'shape' | 'outcome' | 'specification' | 'llm-judge';
}

/** The paper's lattice as it is printed: four rules, and nothing where none applies. */
export function paperLicence({ replay, criterion, ownership, scorer }: LatticeFindings): PaperLicence | null {
  if (replay === 'pass' && criterion === 'pass' && ownership === 'pass') return 'model capability';
  if (criterion === 'pass' && ownership === 'fail') return 'model-scaffold system performance';
  if (criterion === 'fail' && scorer === 'shape') return 'self-report compliance';
  if (criterion === 'pass' && scorer === 'specification' && ownership === 'not probed')
    return 'specification compliance';
  return null;
}
