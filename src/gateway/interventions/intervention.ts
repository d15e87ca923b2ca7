import { MeasurandError } from '../../core/errors.ts';

/** Which results of a request: those that meet every condition given, of which there is at least one. */
export interface ResultSelector {
  readonly kind: 'result';
  /** As the request names it. */
  readonly callId?: string;
  /** Name of the tool that was called. */
  readonly tool?: string;
  /** Text that the result holds. */
  readonly contains?: string;
}

/** Which declarations of a request. */
export interface DeclarationSelector {
  readonly kind: 'declaration';
  readonly tool: string;
  readonly namespace?: string;
}

/** What is done to the text of a result, or to the description of a declaration. */
export type InterventionAction =
  /** Puts `text` in the place of every `find`, or of the whole text without it. */
  | { readonly type: 'replace'; readonly find?: string; readonly text: string }
  /** Adds what was cut: before or after all text, or after the first place where `after` stands. */
  | {
      readonly type: 'complete';
      readonly text: string;
      readonly at: 'start' | 'end' | { readonly after: string };
    }
  /** Takes every `find` out; without it the whole result is empty, and a declaration is gone. */
  | { readonly type: 'withhold'; readonly find?: string }
  /** An observation window: of a longer text the first so many characters are left, and a line that says so. */
  | { readonly type: 'withhold'; readonly beyond: number };

/** A change to what the model is shown, as data. It holds for every request in which its selector finds something. */
export interface Intervention {
  readonly id: string;
  readonly select: ResultSelector | DeclarationSelector;
  readonly action: InterventionAction;
}

const refused = (id: string, what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-intervention', what, { record: id, next });

/** @throws MeasurandError `invalid-intervention` for one that would change everything, or nothing */
export function checkIntervention({ id, select, action }: Intervention): void {
  const conditions = select.kind === 'result' ? [select.callId, select.tool, select.contains] : [select.tool];
  if (conditions.every((condition) => condition === undefined)) {
    throw refused(id, 'the selector has no condition', 'Name a call id, a tool, or a text');
  }
  if ('beyond' in action) {
    if (Number.isSafeInteger(action.beyond) && action.beyond >= 1) return;
    throw refused(id, `${action.beyond} characters are no window`, 'Use an integer from 1');
  }
  const empty = action.type === 'complete' ? action.text === '' : action.find === '';
  if (empty) throw refused(id, 'the action has an empty text to find or to add', 'Give the text');
}
