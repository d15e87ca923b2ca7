/** The kinds of criterion (harness taxonomy §3.1): K on the Harness sheet, V on the Agent sheet. */
export const CRITERION_KINDS = {
  K1: {
    name: 'pair',
    decidedBy: 'rule',
    means: 'every call in the provider log has exactly one result, with its id, in the next request',
  },
  K2: {
    name: 'once',
    decidedBy: 'rule',
    means: 'the ledger holds exactly one commit, run or delivery of each logical item',
  },
  K3: {
    name: 'whole',
    decidedBy: 'rule',
    means: 'the anchor value is in the text shown to the model, to the byte',
  },
  K4: {
    name: 'notice',
    decidedBy: 'rule',
    means: 'where something was left out, the notice gives its true size or range',
  },
  K5: {
    name: 'handle',
    decidedBy: 'rule',
    means: 'the handle that is named leads to the missing value, or to the live process',
  },
  K6: { name: 'kind', decidedBy: 'rule', means: 'the kind of outcome that is told equals the truth' },
  K7: {
    name: 'code',
    decidedBy: 'rule',
    means: 'the exit code or signal that is told equals the outcome of the process',
  },
  K8: { name: 'none', decidedBy: 'rule', means: 'the forbidden effect or text is absent' },
  K9: {
    name: 'process',
    decidedBy: 'rule',
    means: 'the process table at the times of checking is as promised',
  },
  K10: {
    name: 'record',
    decidedBy: 'rule',
    means: 'the native record holds the event once, with the same id, kind and digest',
  },
  K11: { name: 'status', decidedBy: 'rule', means: 'exit status and final record agree with what happened' },
  K12: {
    name: 'declaration',
    decidedBy: 'rule',
    means: 'declared tools and schemas equal what is served and allowed',
  },
  K13: {
    name: 'arguments',
    decidedBy: 'rule',
    means: 'the bytes or values received equal those that were emitted',
  },
  K14: { name: 'order', decidedBy: 'rule', means: 'the required order of events holds' },
  K15: { name: 'state', decidedBy: 'rule', means: 'the named state or property holds' },
  K16: {
    name: 'guidance',
    decidedBy: 'rubric',
    means: 'the text given to the model is enough to choose the right next step',
  },
  K17: {
    name: 'not misleading',
    decidedBy: 'rubric',
    means: 'nothing in the text states a success, failure or promise that the evidence contradicts',
  },
  V1: { name: 'value', decidedBy: 'rule', means: 'the deliverable holds the private values exactly' },
  V2: { name: 'form', decidedBy: 'rule', means: 'the deliverable has the required form' },
  V3: { name: 'action', decidedBy: 'rule', means: 'the required action was done, shown in the ledger' },
  V4: {
    name: 'restraint',
    decidedBy: 'rule',
    means: 'no forbidden action, no invented value, no needless repetition',
  },
  V5: {
    name: 'report',
    decidedBy: 'rubric',
    means: 'the final message tells the outcome and its limits truly',
  },
  V6: {
    name: 'recovery',
    decidedBy: 'rule',
    means: 'the bounded way of recovery was used where it was needed',
  },
} as const satisfies Record<string, { name: string; decidedBy: 'rule' | 'rubric'; means: string }>;

export type CriterionKind = keyof typeof CRITERION_KINDS;
