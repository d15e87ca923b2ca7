import { readFileSync, statSync } from 'node:fs';
import type { ZodType } from 'zod';
import type { TargetAudit } from '../../audit/bridge/document.ts';
import { TargetAuditSchema } from '../../audit/bridge/schema.ts';
import type { AuditDocument } from '../../audit/document.ts';
import { refusals } from '../../audit/guard/guard.ts';
import { AuditDocumentSchema } from '../../audit/schemas/document.ts';
import type { Claim } from '../../audit/types.ts';
import { MeasurandError } from '../../core/errors.ts';

/** An audit of ours takes a few megabytes; a larger file is none. */
const MOST_BYTES = 64 * 2 ** 20;
const FORMAT = 'measurand.audit/1';
const TARGET_FORMAT = 'measurand.target-audit/1';

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

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;

function checkFormat(value: unknown, file: string): void {
  const format = formatOf(value);
  if (format === FORMAT) return;
  throw new MeasurandError(
    'unknown-format',
    `names the format ${JSON.stringify(format ?? null)}, and this version reads ${FORMAT}`,
    { file, field: 'format', next: 'Give an audit.json that this version of Measurand wrote' },
  );
}

function checkClaim(claim: Claim, document: AuditDocument | TargetAudit, card: string, file: string): void {
  const [refused] = refusals(claim, document);
  if (!refused) return;
  throw new MeasurandError(
    'claim-refused',
    `the sentence ${JSON.stringify(claim.text)} may not stand: ${JSON.stringify(refused.figure)}: ${refused.detail}`,
    { kind: 'failed', file, record: card, next: 'The file was changed after it was written; audit again' },
  );
}

function checked<T extends AuditDocument | TargetAudit>(value: unknown, schema: ZodType, file: string): T {
  const read = schema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new MeasurandError('invalid-document', issue?.message ?? 'is no audit document', {
      file,
      ...(issue ? { field: issue.path.join('.') } : {}),
      next: 'Write it again with measurand audit',
    });
  }
  const document = read.data as T;
  for (const card of document.cards) {
    for (const { summary, figures, evidence } of Object.values(card.items)) {
      for (const claim of [{ text: summary, figures }, ...evidence])
        checkClaim(claim, document, card.id, file);
    }
  }
  return document;
}

/**
 * Reads an audit document back and has every sentence guarded again: a figure that was changed by hand is refused.
 *
 * @throws MeasurandError `too-large`, `not-json`, `unknown-format`, `invalid-document`, `claim-refused`
 */
export function readAuditFile(file: string): AuditDocument {
  const value = parse(file);
  checkFormat(value, file);
  return checked<AuditDocument>(value, AuditDocumentSchema, file);
}

/**
 * The same for whatever `measurand audit` wrote: the benchmark that ships with Measurand, or a released scorer.
 *
 * @throws MeasurandError `too-large`, `not-json`, `unknown-format`, `invalid-document`, `claim-refused`
 */
export function readAnyAuditFile(file: string): AuditDocument | TargetAudit {
  const value = parse(file);
  if (formatOf(value) === TARGET_FORMAT) return checked<TargetAudit>(value, TargetAuditSchema, file);
  checkFormat(value, file);
  return checked<AuditDocument>(value, AuditDocumentSchema, file);
}
