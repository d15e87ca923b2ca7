import type { Requirement } from '../requirements.ts';

export const STUDY_DECLARED = {
  'plan.prices.adds-up': {
    source: 'issue 3, Studies: measurand plan',
    says: 'a plan counts every episode once, and its tokens, requests and cost are those of its conditions, priced as declared',
  },
  'plan.prices.unknown-not-probed': {
    source: 'DESIGN §3, not-probed; issue 3, Studies',
    says: 'a model without a declared price, or without declared rates, is not-probed, never free and never instant',
  },
  'plan.power.as-simulated': {
    source: 'issue 3, Must show 7; statistics-spec §2.7',
    says: 'the power that a plan predicts is the rate at which the study itself finds simulated differences',
  },
  'plan.blind-spots.named': {
    source: 'issue 3, Studies: what the design cannot identify',
    says: 'a plan names each thing that its design cannot show, and names none for a design that can',
  },
  'plan.format.published': {
    source: 'DESIGN §9, Formats',
    says: 'what plan, freeze and looks write has the form of a published schema',
  },
  'plan.design.repeatable': {
    source: 'DESIGN §4, Determinism',
    says: 'two plans of one study differ in nothing but their times',
  },
  'prereg.freeze.once': {
    source: 'issue 3, Studies: measurand run --freeze',
    says: 'a plan is frozen once, before its first episode, and neither edited nor replaced without being noticed',
  },
  'prereg.deviation.disclosed': {
    source: 'issue 3, Studies',
    says: 'a deviation from a frozen plan is found by digest and disclosed in terminal, Markdown, JSON and page, unasked',
  },
  'prereg.deviation.exploratory': {
    source: 'issue 3, Studies',
    says: 'what a deviation touches is exploratory everywhere, and is out of its confirmatory family, whose size stays as frozen',
  },
  'prereg.looks.anytime': {
    source: 'issue 3, Studies; statistics-spec §5.8',
    says: 'interim looks happen where they were declared, by a sequence that stays valid, and any other look is a deviation',
  },
  'examples.studies.run': {
    source: 'issue 3, Experiments of the paper',
    says: 'every example is a study that is read, planned and run today, with no key',
  },
  'study.run.disk-full': {
    source: 'issue 3, Runner',
    says: 'a run whose disk is full stops with what it kept, and the same command on a larger disk ends with the undisturbed root',
  },
  'study.run.stale-lock': {
    source: 'issue 3, Runner',
    says: 'the same command continues past the lock of a run that died',
  },
} satisfies Record<string, Requirement>;
