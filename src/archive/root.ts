import type { EpisodeRecord } from '../core/contracts/index.ts';
import { recordBytes } from './chain.ts';
import { EpisodeDigests } from './episode-digests.ts';

/** The root that an archive of just these episodes has, in whatever order they come. */
export function rootOf(records: readonly EpisodeRecord[]): string {
  const digests = new EpisodeDigests();
  for (const record of records) digests.add(record.id, recordBytes(record).recordDigest);
  return digests.root();
}
