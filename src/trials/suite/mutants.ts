import type { CriterionKind } from '../criteria/kinds.ts';
import type { Line } from '../criteria/line.ts';

/** A pattern of Harness lines: a kind, and where two faults share one, what it is applied to. */
interface Named {
  readonly kind: CriterionKind;
  readonly parameter?: RegExp;
  /** Trials that can show it. @default all */
  readonly trials?: readonly string[];
}

/** A fault of a harness, planted in the reference harness, with the lines that name it: these must fail, and no others. */
export interface HarnessMutant {
  /** Name of the planted fault. */
  readonly fault: string;
  readonly says: string;
  readonly names: readonly Named[];
}

const all = (kind: CriterionKind, parameter?: RegExp, ...trials: readonly string[]): Named => ({
  kind,
  ...(parameter === undefined ? {} : { parameter }),
  ...(trials.length === 0 ? {} : { trials }),
});

/** Trials with a line on the record of a call that is the first of its turn. */
const FIRST_CALLS = [
  ...['T75', 'T77', 'T15', 'T18', 'T73', 'T21', 'T47', 'T09', 'T30', 'T44'],
  ...['T89', 'T70', 'T79', 'T81', 'T31', 'T24', 'T84', 'T32'],
];

/** One or more mutants for each kind of the Harness sheet that a rule decides. */
export const HARNESS_MUTANTS: readonly HarnessMutant[] = [
  {
    fault: 'loses-the-result-of-a-write',
    says: 'the result of a file that was written never reaches the model',
    names: [all('K1', undefined, 'T75', 'T77', 'T15', 'T18', 'T09', 'T79', 'T31', 'T84', 'T32')],
  },
  {
    fault: 'loses-the-second-result',
    says: 'of calls made at once the second has no result',
    names: [
      all('K1', undefined, 'T79', 'T32'),
      all('K6', /approved/, 'T32'),
      all('K3', /birch/, 'T79'),
      all('K14', /before the next turn/, 'T79'),
    ],
  },
  {
    fault: 'sends-a-call-twice',
    says: 'every call of a tool server is sent twice',
    names: [
      all('K2', undefined, 'T75', 'T77', 'T79', 'T09'),
      all('K2', /order of orders|posted of bank|paid once/, 'T70', 'T84', 'T32'),
    ],
  },
  {
    fault: 'drops-text-parts',
    says: 'of an answer with a structured part the text is dropped',
    names: [all('K3', /^text part$/, 'T75')],
  },
  {
    fault: 'drops-structured-parts',
    says: 'the structured part of an answer is dropped',
    names: [all('K3', /structured part/, 'T75', 'T77')],
  },
  {
    fault: 'binds-results-to-the-wrong-calls',
    says: 'results of calls made at once are bound to the wrong calls',
    names: [
      all('K3', /bound to/, 'T79'),
      all('K6', /refund is told/, 'T32'),
      all('K6', /is error/, 'T82'),
      all('K15', /each part/, 'T82'),
    ],
  },
  {
    fault: 'cuts-without-notice',
    says: 'long output is cut, and no size is told',
    names: [all('K4', undefined, 'T18')],
  },
  {
    fault: 'tells-a-false-size',
    says: 'long output is cut, and a false size is told',
    names: [all('K4', undefined, 'T18')],
  },
  {
    fault: 'cuts-without-a-handle',
    says: 'long output is cut, and what was cut is kept nowhere',
    names: [all('K5', undefined, 'T18')],
  },
  {
    fault: 'keeps-half-of-what-it-cut',
    says: 'the copy that is kept of long output ends early as well',
    names: [all('K5', undefined, 'T18')],
  },
  {
    fault: 'swallows-error-flags',
    says: 'a failure is told without a word or flag that says so',
    names: [all('K6', undefined, 'T15', 'T77')],
  },
  {
    fault: 'calls-an-edit-an-error',
    says: 'an edit that was made is told as an error',
    names: [all('K6', undefined, 'T81'), all('K15', /each part/, 'T82')],
  },
  {
    fault: 'drops-exit-codes',
    says: 'a failure is told without its code or signal',
    names: [all('K7', undefined, 'T15')],
  },
  {
    fault: 'runs-denied-reads',
    says: 'a rule that denies to read a file is not kept',
    names: [all('K8', undefined, 'T30'), all('K6', undefined, 'T30')],
  },
  {
    fault: 'runs-half-written-calls',
    says: 'arguments that were cut off are mended and carried out',
    names: [all('K8', undefined, 'T73'), all('K6', undefined, 'T73')],
  },
  {
    fault: 'leaves-an-orphan',
    says: 'at the time limit the shell is stopped, and not what it had started',
    names: [all('K9', undefined, 'T21')],
  },
  {
    fault: 'leaves-a-tool-server',
    says: 'a tool server goes on running when the harness has ended',
    names: [all('K9', /^bank/, 'T84')],
  },
  {
    fault: 'omits-a-call-from-the-record',
    says: 'the record lacks the first call of a turn',
    names: [all('K10', undefined, ...FIRST_CALLS)],
  },
  {
    fault: 'records-another-result',
    says: 'the record holds another text than the model was shown',
    names: [all('K10', undefined, ...FIRST_CALLS, 'T82')],
  },
  {
    fault: 'ends-with-0-on-failure',
    says: 'a run that failed ends with 0',
    names: [all('K11', /exit status/, 'T60')],
  },
  {
    fault: 'tells-an-error-as-the-answer',
    says: "the provider's error is given as the answer",
    names: [all('K11', /final record/, 'T60'), all('K3', /as an answer/, 'T60')],
  },
  {
    fault: 'declares-another-schema',
    says: 'tools of servers are declared without their arguments',
    names: [all('K12', undefined, 'T70')],
  },
  {
    fault: 'changes-arguments',
    says: 'a blank is added to texts on their way to a tool',
    names: [all('K13', undefined, 'T81')],
  },
  {
    fault: 'holds-back-a-result',
    says: 'of calls made at once one result comes a turn late',
    names: [all('K14', /before the next turn/, 'T79')],
  },
  {
    fault: 'answers-a-call-that-nobody-made',
    says: 'a result is added under an id of its own',
    names: [all('K15', /without a call/, 'T79')],
  },
  {
    fault: 'rewrites-line-ends',
    says: 'an edit changes the line ends of the whole file',
    names: [all('K15', /every other byte/, 'T81')],
  },
  {
    fault: 'forgets-history-on-resume',
    says: 'a resumed session begins anew',
    names: [all('K15', /resumed/, 'T09'), all('K14', /before the new prompt/, 'T09')],
  },
  {
    fault: 'ends-in-spite-of-a-refusal',
    says: 'the refusal of a finish hook is not heard',
    names: [
      all('K15', /keeps the turn open/, 'T89'),
      all('K3', undefined, 'T89'),
      all('K11', undefined, 'T89'),
    ],
  },
];

/** The lines of a trial that name the fault of a mutant. */
export function namedLines(
  { names }: HarnessMutant,
  { id, lines }: { readonly id: string; readonly lines: readonly Line[] },
): readonly Line[] {
  return lines.filter(
    (line) =>
      line.sheet === 'harness' &&
      'rule' in line.decidedBy &&
      names.some(
        ({ kind, parameter, trials }) =>
          kind === line.kind &&
          (parameter === undefined || parameter.test(line.parameter ?? '')) &&
          (trials === undefined || trials.includes(id)),
      ),
  );
}
