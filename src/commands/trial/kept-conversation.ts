import type { EpisodeArchive } from '../../archive/archive.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { Exchange } from '../../trials/criteria/evidence.ts';
import { SHOWN_FILE } from './kept-run.ts';

/** The conversation of a run as the model was shown it, request by request; empty for an episode that never ran. */
export function keptConversation(archive: EpisodeArchive, record: EpisodeRecord): readonly Exchange[] {
  const digest = record.evidence?.[SHOWN_FILE];
  const text = digest === undefined ? '' : Buffer.from(archive.blob(digest)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange);
}
