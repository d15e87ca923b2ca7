import type { Requirement } from '../requirements.ts';

export const MODELS = {
  'models.provider.one-request': {
    source: 'issue 3, Models: every retry, repair, truncation and fallback switched off and proven off',
    says: 'one decision is exactly one request, also after 421, 429, 500, 503, a redirect, a reset and a cut stream',
  },
  'models.provider.same-move': {
    source: 'issue 3, Must show 1',
    says: 'each official client, streamed or not, turns the same answer into the same move',
  },
  'models.provider.faults-are-apparatus': {
    source: 'issue 3, Models: rate limits and provider outages are apparatus events',
    says: 'a rate limit, an outage, a reset and a cut stream are each one coded error of the apparatus',
  },
  'models.provider.bounded': {
    source: 'DESIGN §10',
    says: 'a huge answer, one that never ends and one that comes too late are ended at once and let nothing hang',
  },
  'models.provider.no-repair': {
    source: 'issue 3, Models; DESIGN §4, Nothing silent',
    says: 'arguments that are no JSON reach the tool as the text that the model wrote, with a remark',
  },
  'models.provider.raw-stored': {
    source: 'issue 3, Models: raw request and response stored at the boundary',
    says: 'the boundary gets the bytes of every request and of every answer, also of those that failed',
  },
  'models.keys.nowhere': {
    source: 'issue 3, Must show 9; DESIGN §10',
    says: 'keys planted in environment and answers, whole or in pieces, plain or encoded, are in no byte that is kept',
  },
  'models.quirks.pinned': {
    source: 'issue 3, Models: quirks are declared per model, shown in the study, and pinned by tests',
    says: 'what is known of each kind of model is data, and what is sent follows it',
  },
  'models.patience.not-billed': {
    source: 'issue 3, Must show 1: a 429 is recorded and waited for, not billed to the model',
    says: 'a failed request is waited for as the provider asks, recorded, and costs neither reply nor budget',
  },
  'models.patience.errored-never-zero': {
    source: 'issue 3, Models: never scored as zero',
    says: 'when patience ends the episode is errored and has no score',
  },
  'models.recording.replays': {
    source: 'issue 3, Must show 2',
    says: 'a recorded study replays offline to the same records and the same root, failures and waits included',
  },
  'models.recording.hostile': {
    source: 'DESIGN §10; issue 3, Models',
    says: 'a recording that was cut, altered, reordered or made up is refused with its line named',
  },
  'models.recording.not-recorded': {
    source: 'issue 3, Models: record and replay',
    says: 'a view that was never recorded is refused, naming the file and the nearest that was',
  },
  'models.local.transcripts-kept': {
    source: 'issue 3, Must show 8',
    says: 'what a small model on this machine decided in E1 is kept, and replays to the root that was told',
  },
} as const satisfies Record<string, Requirement>;
