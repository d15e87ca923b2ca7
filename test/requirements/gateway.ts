import type { Requirement } from '../requirements.ts';

export const GATEWAY = {
  'gateway.sdk.streams': {
    source: 'issue 4, must show 3',
    says: 'the official client of each protocol reads text, thoughts, calls and usage from a streamed reply',
  },
  'gateway.sdk.whole': {
    source: 'issue 4, must show 3',
    says: 'the official client of each protocol reads the same from a reply that is not streamed',
  },
  'gateway.sdk.errors': {
    source: 'issue 4, must show 3',
    says: 'an error reaches the official client as that error of its protocol, with its retry-after',
  },
  'gateway.sdk.cut': {
    source: 'issue 4, must show 3',
    says: 'a stream cut at any byte ends in an error of the client or in the whole reply, and never hangs',
  },
  'gateway.sdk.counts-and-models': {
    source: 'issue 4, must show 3',
    says: 'counts of tokens and lists of models are read by the clients whose protocol has them',
  },
  'gateway.roles.unclassified-fails': {
    source: 'native-harnesses, design of the scripted model server',
    says: 'a request that no rule classifies is refused, recorded, and marks the run as failed',
  },
  'gateway.door.token': {
    source: 'DESIGN §10',
    says: 'a request without the token of the run is refused wherever its protocol carries keys, and leaves the run as it is',
  },
  'gateway.door.hostile': {
    source: 'DESIGN §10',
    says: 'bodies too large, too deep, not UTF-8 or not JSON, and huge headers, are refused with a sentence that says why',
  },
  'gateway.log.both-directions': {
    source: 'issue 4, Gateway',
    says: 'the bytes of both bodies are kept for every exchange, those of an early close and of a fault too',
  },
  'gateway.log.no-secrets': {
    source: 'DESIGN §10',
    says: 'keys planted in every place of a request are in no byte that the gateway writes',
  },
  'gateway.log.repeats': {
    source: 'DESIGN §4, Determinism',
    says: 'the same requests give the same boundary log to the byte, clock times apart',
  },
  'gateway.interventions.recorded': {
    source: 'DESIGN §8',
    says: 'an intervention changes what it selects and nothing else, and its texts before and after are kept',
  },
  'gateway.replay.same-bytes': {
    source: 'issue 4, Gateway',
    says: 'a replayed run gets the recorded bytes, and a request that the recording does not know is refused',
  },
  'gateway.proxy.bytes': {
    source: 'issue 4, Gateway',
    says: 'between ends of one protocol, requests and answers pass through byte for byte',
  },
  'gateway.proxy.translates': {
    source: 'issue 4, Gateway',
    says: 'between any two protocols, text, calls, results and usage arrive, and what does not is recorded as lost',
  },
  'gateway.proxy.one-address': {
    source: 'DESIGN §10',
    says: 'redirects of an upstream are not followed, and its key reaches it and nobody else',
  },
  'gateway.close.leaves-nothing': {
    source: 'DESIGN §10',
    says: 'closing ends hanging streams, keeps their records, and frees the port or the socket',
  },
  'trace.wire.samples': {
    source: 'vectors/transcripts',
    says: 'every request body in the boundary samples of eight harnesses is read, with its calls and results paired',
  },
  'trace.wire.odd-bodies': {
    source: 'DESIGN §4, Errors',
    says: 'a body of any shape gives a view or a coded error that names a field',
  },
  'gateway.command.sources': {
    source: 'issue 4, Gateway',
    says: 'the command answers from a script, a recording or an upstream, with faults and interventions from files, and records what a trace can be read from',
  },
} satisfies Record<string, Requirement>;
