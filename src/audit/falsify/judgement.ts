import { MeasurandError } from '../../core/errors.ts';
import type { EditLabel } from '../../scorers/bridge/index.ts';
import type { TypedEdit } from './typed-edit.ts';

/** What the maker of a benchmark says of an edit, by its id, in place of what the catalogue says. */
export type Judgement = Readonly<Record<string, Exclude<EditLabel, 'undecided'>>>;

/** The edits with what was said of them. */
export function judged(edits: readonly TypedEdit[], judgement: Judgement): readonly TypedEdit[] {
  return edits.map((edit) => ({ ...edit, effect: judgement[edit.id] ?? edit.effect }));
}

/** @throws MeasurandError `unknown-edit` where something is said of an edit that this target is not probed with */
export function assertKnown(judgement: Judgement, edits: readonly { readonly id: string }[]): void {
  const unknown = Object.keys(judgement).find((id) => !edits.some((edit) => edit.id === id));
  if (unknown === undefined) return;
  throw new MeasurandError('unknown-edit', `no edit here is called ${JSON.stringify(unknown)}`, {
    field: unknown,
    next: `Choose among ${edits.map(({ id }) => id).join(', ')}`,
  });
}
