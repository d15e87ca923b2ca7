import type { Requirement } from '../requirements.ts';

export const QUEUE = {
  'queue.root.same-as-one-process': {
    source: 'issue 3, Must show 6',
    says: 'workers on the real queue server finish a study with the root and the figures of one process without it',
  },
  'queue.kill.worker': {
    source: 'issue 3, Beyond one machine',
    says: 'when workers are killed mid-run, their episodes go to others and the root is that of an undisturbed run',
  },
  'queue.kill.server': {
    source: 'issue 3, Beyond one machine',
    says: 'when the queue server is killed mid-run, with or without its data, the root is that of an undisturbed run',
  },
  'queue.kill.collector': {
    source: 'issue 3, Runner',
    says: 'when the process that collects is killed, the same command continues, and nothing is lost or repeated',
  },
  'queue.poison.set-aside': {
    source: 'issue 3, Beyond one machine',
    says: 'an episode that kills every worker is set aside after its attempts and counted errored, with the reason',
  },
  'queue.retry.apparatus-only': {
    source: 'issue 3, Beyond one machine',
    says: 'only outages and rate limits are tried again; what a part broke is final at once',
  },
  'queue.stop.until-mended': {
    source: 'DESIGN §6',
    says: 'what no episode would escape, such as a wrong key, stops the study and is kept as nobody’s result',
  },
  'queue.hostile.never-trusted': {
    source: 'DESIGN §10, Safety',
    says: 'jobs and answers that anybody else put on the server crash nobody, reach no file and change no root',
  },
  'queue.credentials.never-shown': {
    source: 'DESIGN §10, Safety',
    says: 'no message shows the credentials in the address of the queue, whatever is wrong with it',
  },
  'queue.pressure.bounded': {
    source: 'issue 3, Beyond one machine',
    says: 'a study never has more episodes on the server than its window, however large it is',
  },
  'queue.rate.shared': {
    source: 'issue 3, Beyond one machine',
    says: 'all workers together keep to one rate for each provider, and all of them pause when it says so',
  },
  'queue.blobs.by-folder': {
    source: 'issue 3, Beyond one machine',
    says: 'blobs may pass by a folder instead of the server, and what is missing there is said and never invented',
  },
  'queue.blobs.in-a-store': {
    source: 'issue 3, Beyond one machine',
    says: 'blobs may pass by an S3-compatible store, to which no secret is sent and whose bytes are not trusted',
  },
  'queue.blobs.real-store': {
    source: 'issue 3, Beyond one machine',
    says: 'with a real S3-compatible server a study has the root of one process, and a wrong key is told and kept nowhere',
  },
  'queue.address.checked': {
    source: 'DESIGN §4, Errors',
    says: 'an address that is none, or where nothing answers, is one coded error',
  },
} satisfies Record<string, Requirement>;
