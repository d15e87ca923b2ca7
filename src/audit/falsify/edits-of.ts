import type { JsonObject } from '../../core/json.ts';
import { TEXT_EDITS } from '../bridge/text-edits.ts';
import { ITEMS_SWAPPED, JSON_EDITS, JSON_TWINS, JSON_UNDECIDED } from './json-edits.ts';
import { LOG_EDITS } from './log-edits.ts';
import { PATCH_EDITS, PATCH_TWINS } from './patch-edits.ts';
import { schemaEdits } from './schema-edits.ts';
import type { SubmissionKind, TypedEdit } from './typed-edit.ts';

const TEXT: readonly TypedEdit[] = TEXT_EDITS.map(({ id, title, label, group, apply }) => ({
  id,
  title,
  effect: label,
  group,
  apply: (submission) => (typeof submission === 'string' ? apply(submission) : undefined),
}));

const JSON_ALL = [...JSON_EDITS, ...JSON_TWINS, ...JSON_UNDECIDED];

/** The order of what was done says something; that of records, or of calls that do not build on each other, may not. */
const CATALOGUES: Readonly<Record<SubmissionKind, readonly TypedEdit[]>> = {
  text: TEXT,
  records: [...JSON_ALL, ITEMS_SWAPPED],
  calls: [...JSON_ALL, ITEMS_SWAPPED],
  actions: [...JSON_ALL, { ...ITEMS_SWAPPED, effect: 'degrading' }],
  patch: [...PATCH_EDITS, ...PATCH_TWINS],
  log: LOG_EDITS,
};

/** What a submission is said to be: one of the kinds, or whatever a JSON Schema allows. */
export type DeclaredSubmission = { readonly kind: SubmissionKind } | { readonly schema: JsonObject };

/** Every edit of what a submission is said to be. */
export function catalogueOf(declared: DeclaredSubmission): readonly TypedEdit[] {
  if ('kind' in declared) return CATALOGUES[declared.kind];
  return [...schemaEdits(declared.schema), ...JSON_TWINS, ...JSON_UNDECIDED, ITEMS_SWAPPED];
}

/** Edits with one effect that apply to what a submission is said to be. */
export function editsOf(declared: DeclaredSubmission, effect: TypedEdit['effect']): readonly TypedEdit[] {
  return catalogueOf(declared).filter((edit) => edit.effect === effect);
}
