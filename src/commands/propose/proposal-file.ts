import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { confirmProposal, type Proposal, readProposal } from '../../audit/propose/proposal.ts';
import { MeasurandError } from '../../core/errors.ts';
import { writeWhole } from '../../report/write.ts';

const MOST_BYTES = 4 * 2 ** 20;

/** @throws MeasurandError `unreadable`, `not-json`, `invalid-proposal`, `proposal-altered` */
export function readProposalFile(file: string): Proposal {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > MOST_BYTES) {
    throw new MeasurandError('unreadable', found ? 'is no proposal by its size' : 'is not there', {
      file,
      next: 'Give a file that measurand propose wrote',
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MeasurandError('not-json', `is not JSON: ${(cause as Error).message}`, { file, cause });
  }
  return readProposal(value, basename(file));
}

/** Writes a proposal, whole or not at all. @throws MeasurandError `report-write` */
export function writeProposalFile(file: string, proposal: Proposal): void {
  writeWhole(
    dirname(file),
    new Map([[join(dirname(file), basename(file)), `${JSON.stringify(proposal, null, 2)}\n`]]),
  );
}

/**
 * Confirms a proposal by the name of the person who stands for it, in its file. What is confirmed is this content, by
 * its digest: a file that is changed afterwards is refused wherever it is read.
 *
 * @throws MeasurandError `invalid-name`, `proposal-unproven`, `proposal-confirmed`, and what {@link readProposalFile} throws
 */
export function confirmProposalFile(file: string, by: string): Proposal {
  const confirmed = confirmProposal(readProposalFile(file), by);
  writeProposalFile(file, confirmed);
  return confirmed;
}
