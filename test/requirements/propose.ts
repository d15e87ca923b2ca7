import type { Requirement } from '../requirements.ts';

export const PROPOSE = {
  'propose.status.proposed': {
    source: 'issue 5, The proposing layers',
    says: 'a proposal stays proposed until a person confirms it by name, and what is changed afterwards is refused',
  },
  'propose.ownership.grounded': {
    source: 'issue 5, The proposing layers',
    says: 'a map whose quotes are not code of the source, on the line that they name, is rejected',
  },
  'propose.answer.strict': {
    source: 'issue 5, The proposing layers; DESIGN §4, Errors',
    says: 'an answer that is malformed, cut, too large or a call is a coded error, whatever it holds',
  },
  'propose.source.data': {
    source: 'issue 5, The proposing layers; DESIGN §10',
    says: 'what a source says to the model is shown as data that it cannot end, and earns no evidence',
  },
  'propose.scaffold.proven': {
    source: 'issue 5, The proposing layers',
    says: 'a variant parses, passes a cross-audit, plays an episode scored by the truth, and has live decisions; else it is rejected',
  },
  'propose.scaffold.apart': {
    source: 'issue 5, The proposing layers; DESIGN §10',
    says: 'a variant that throws, hangs, lies or says nothing ends as errored, and reaches neither model nor score',
  },
  'propose.probes.executed': {
    source: 'issue 5, The proposing layers',
    says: 'proposed probes are run against the scorer, and compared with the hand-made battery by what they do',
  },
  'propose.narrative.guarded': {
    source: 'issue 5, The proposing layers; DESIGN §7, the number guard',
    says: 'a text with a figure that is not on the card, or a reading that is not licensed, is rejected',
  },
  'propose.measure.fifteen': {
    source: 'issue 5, The proposing layers',
    says: 'right maps score 15 of 15, wrong ones fewer, and rejected ones nothing',
  },
  'propose.measure.recorded': {
    source: 'issue 5, The proposing layers',
    says: 'the measure of each committed recording comes out as it is told, and a script is called no model',
  },
  'propose.references.experiment': {
    source: 'issue 5, The proposing layers; DESIGN §7, 2',
    says: 'who decides in the reference harnesses is found out by experiment',
  },
  'propose.card.no-pass': {
    source: 'issue 5, The proposing layers; DESIGN §7',
    says: 'a card says that its map is proposed or confirmed, and by whom, and neither makes it a pass',
  },
} satisfies Record<string, Requirement>;
