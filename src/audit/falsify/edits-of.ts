import type { JsonObject } from '../../core/json.ts';
import { TEXT_EDITS } from '../bridge/text-edits.ts';
import { JSON_EDITS, JSON_TWINS } from './json-edits.ts';
import { PATCH_EDITS, PATCH_TWINS } from './patch-edits.ts';
import { schemaEdits } from './schema-edits.ts';
import type { SubmissionKind, TypedEdit } from './typed-edit.ts';

function textEdits(effect: TypedEdit['effect']): readonly TypedEdit[] {
  return TEXT_EDITS.filter(({ label }) => label === effect).map(({ id, title, apply }) => ({
    id,
    title,
    effect,
    apply: (submission) => (typeof submission === 'string' ? apply(submission) : undefined),
  }));
}

/** What a submission is said to be: one of the kinds, or whatever a JSON Schema allows. */
export type DeclaredSubmission = { readonly kind: SubmissionKind } | { readonly schema: JsonObject };

/** Edits with one effect that apply to what a submission is said to be. */
export function editsOf(declared: DeclaredSubmission, effect: TypedEdit['effect']): readonly TypedEdit[] {
  const degrading = effect === 'degrading';
  if ('schema' in declared) return degrading ? schemaEdits(declared.schema) : JSON_TWINS;
  if (declared.kind === 'text') return textEdits(effect);
  if (declared.kind === 'patch') return degrading ? PATCH_EDITS : PATCH_TWINS;
  return degrading ? JSON_EDITS : JSON_TWINS;
}
