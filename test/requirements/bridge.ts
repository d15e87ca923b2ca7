import type { Requirement } from '../requirements.ts';

export const BRIDGE = {
  'bridge.outcomes.never-mixed': {
    source: 'issue 5, the bridge; DESIGN §3, not-probed',
    says: 'a score, a scorer exception and a failure of the bridge stay three outcomes, and none becomes a zero',
  },
  'bridge.hostile.clear-outcome': {
    source: 'issue 5, Must show 6',
    says: 'a scorer that hangs, exits, stops mid-line, floods or answers nonsense gives a clear outcome each time',
  },
  'bridge.hostile.nothing-left': {
    source: 'issue 5, Must show 6; DESIGN §10',
    says: 'no process that a target started is running after it was closed',
  },
  'bridge.restart.resend-once': {
    source: 'issue 5, the bridge',
    says: 'a request that died with its process is sent once more to a fresh one, and three failures in a row end the target',
  },
  'bridge.lines.line-feed-only': {
    source: 'issue 5, the bridge',
    says: 'lines end at the line feed alone, however the bytes are cut and whatever separators of Unicode they hold',
  },
  'bridge.submissions.verbatim': {
    source: 'issue 5, the bridge',
    says: 'a submission reaches the scorer as the text that the target gave, so that a float stays a float',
  },
  'bridge.replay.detects': {
    source: 'issue 5, the bridge',
    says: 'a score that depends on the order of requests or on the hash seed fails replay, with an example',
  },
  'bridge.sandbox.held': {
    source: 'DESIGN §10; issue 5, the bridge',
    says: 'a target sees no variable outside the allow-list, and what the report says of its sandbox was tried',
  },
  'bridge.audit.kernel': {
    source: 'issue 5, Targets',
    says: 'the audit of a plain function reports acceptance by edit with denominators, false accepts beside false rejects',
  },
  'bridge.audit.guarded': {
    source: 'DESIGN §7, number guard',
    says: 'every sentence on the card of a released scorer passes the number guard against its document',
  },
  'bridge.missing.exit-three': {
    source: 'DESIGN §4, Errors; issue 5, Targets',
    says: 'a benchmark that is not here ends with exit code 3 and says what is missing, and nothing is downloaded',
  },
  'bridge.census.labelled': {
    source: 'issue 5, Targets; paper, Table A8',
    says: 'the census shows all nine benchmarks, each executed, classified from a file that was read, or not probed',
  },
  'bridge.vectors.released': {
    source: 'issue 5, Must show 3',
    says: 'vectors are put to a release that is named, as they are written, and pass only where it says the same',
  },
  'bridge.outputs.placed': {
    source: 'issue 5, Outputs for pull requests',
    says: 'each false accept, false reject and minimal pair stands at the line of its case, and the checklist is answered only where something was executed',
  },
  'bridge.release.expected': {
    source: 'issue 5, the bridge; hello with provenance',
    says: 'an audit says whether every file that ran is that of the release that was audited before, and another release gets another card',
  },
  'bridge.check.finds': {
    source: 'issue 5, the bridge',
    says: 'the conformance runner passes the shims that init writes and names the rule that a hostile one breaks',
  },
} satisfies Record<string, Requirement>;
