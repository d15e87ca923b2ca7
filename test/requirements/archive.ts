import type { Requirement } from '../requirements.ts';

export const ARCHIVE = {
  'archive.root.order-free': {
    source: 'DESIGN §4, Determinism',
    says: 'the root digest depends on the episodes alone, not on their order or on how often a run was resumed',
  },
  'archive.put.idempotent': {
    source: 'DESIGN §2, archive never loses a record',
    says: 'keeping an episode twice changes nothing, and other contents under its id are refused',
  },
  'archive.torn-tail.heals': {
    source: 'DESIGN §11; issue 3, Archive',
    says: 'cut at any byte, an unfinished segment opens with every whole episode before the cut',
  },
  'archive.flipped-bit.refused': {
    source: 'issue 3, Archive',
    says: 'a flipped bit anywhere in a finished segment, manifest or blob is refused, and the file and record are named',
  },
  'archive.verify.names-damage': {
    source: 'issue 3, Must show 4',
    says: 'any flipped bit and any truncation of a closed archive is found, the damaged record named, the rest read',
  },
  'archive.verify.rescores': {
    source: 'issue 3, Archive',
    says: 'scoring every stored submission again gives every stored score exactly, and a score that was altered is named',
  },
  'archive.index.same-figures': {
    source: 'issue 3, Archive',
    says: 'the tables that queries see hold every episode, score, decision and count of the log, and nothing else',
  },
  'archive.query.reads-only': {
    source: 'DESIGN §10, Safety',
    says: 'no SQL writes, changes a setting, or reaches a file or an address outside the index',
  },
  'archive.release.checkable': {
    source: 'issue 3, Archive',
    says: 'a release verifies by itself, has the root of its archive, and the same bytes for the same episodes',
  },
  'archive.full-disk.continues': {
    source: 'issue 3, Runner',
    says: 'a run that meets a full disk says so, loses nothing, and the same command ends with the undisturbed root',
  },
  'archive.format.version-1': {
    source: 'DESIGN §9, Formats',
    says: 'an archive of format version 1 is read with the root that it had when it was written',
  },
  'archive.lock.one-writer': {
    source: 'issue 3, Runner',
    says: 'a second writer is refused while the first lives, and goes past the lock of a dead one',
  },
  'archive.writers.many': {
    source: 'issue 3, Archive',
    says: 'processes that write to one archive at the same time, one of them killed, lose and repeat no episode',
  },
  'archive.timing.outside-digests': {
    source: 'DESIGN §4, Determinism',
    says: 'clock times and host names stand in timing.json alone, which no digest covers',
  },
} satisfies Record<string, Requirement>;
