import { readFileSync, statSync } from 'node:fs';
import type { AuditDocument } from '../../audit/document.ts';
import { refusals } from '../../audit/guard/guard.ts';
import { AuditDocumentSchema } from '../../audit/schemas/document.ts';
import type { Claim } from '../../audit/types.ts';
import { MeasurandError } from '../../core/errors.ts';

/** An audit of ours takes a few megabytes; a larger file is none. */
const MOST_BYTES = 64 * 2 ** 20;
const FORMAT = 'measurand.audit/1';

function parse(file: string): unknown {
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    throw new MeasurandError('too-large', `holds ${size} bytes, more than the ${MOST_BYTES} that are read`, {
      file,
    });
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MeasurandError('not-json', `is not JSON: ${(cause as Error).message}`, {
      file,
      cause,
      next: 'Give an audit.json that measurand audit wrote',
    });
  }
}

function checkFormat(value: unknown, file: string): void {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format === FORMAT) return;
  throw new MeasurandError(
    'unknown-format',
    `names the format ${JSON.stringify(format ?? null)}, and this version reads ${FORMAT}`,
    { file, field: 'format', next: 'Give an audit.json that this version of Measurand wrote' },
  );
}

function checkClaim(claim: Claim, document: AuditDocument, card: string, file: string): void {
  const [refused] = refusals(claim, document);
  if (!refused) return;
  throw new MeasurandError(
    'claim-refused',
    `the sentence ${JSON.stringify(claim.text)} may not stand: ${JSON.stringify(refused.figure)}: ${refused.detail}`,
    { kind: 'failed', file, record: card, next: 'The file was changed after it was written; audit again' },
  );
}

/**
 * Reads an audit document back and has every sentence guarded again: a figure that was changed by hand is refused.
 *
 * @throws MeasurandError `too-large`, `not-json`, `unknown-format`, `invalid-document`, `claim-refused`
 */
export function readAuditFile(file: string): AuditDocument {
  const value = parse(file);
  checkFormat(value, file);
  const read = AuditDocumentSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new MeasurandError('invalid-document', issue?.message ?? 'is no audit document', {
      file,
      ...(issue ? { field: issue.path.join('.') } : {}),
      next: 'Write it again with measurand audit',
    });
  }
  const document = read.data as AuditDocument;
  for (const card of document.cards) {
    for (const { summary, figures, evidence } of Object.values(card.items)) {
      for (const claim of [{ text: summary, figures }, ...evidence])
        checkClaim(claim, document, card.id, file);
    }
  }
  return document;
}
