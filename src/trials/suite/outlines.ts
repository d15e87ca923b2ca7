import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { type TrialOutline, TrialOutlineSchema, trialOutlines } from './catalogue.ts';

let outlines: ReadonlyMap<string, TrialOutline> | undefined;

/** The outline of a trial that is planned. @throws MeasurandError `unknown-trial` */
export function outlineOf(id: string): TrialOutline {
  outlines ??= new Map(trialOutlines().map((outline) => [outline.id, outline]));
  const outline = outlines.get(id);
  if (outline) return outline;
  throw new MeasurandError('unknown-trial', `${JSON.stringify(id)} is not in the catalogue`, { record: id });
}

/** The outline of a trial of one's own, which must not take the name of one that is planned. @throws MeasurandError `invalid-trial` */
export function ownOutline(id: string, outline: Omit<TrialOutline, 'id'>): TrialOutline {
  const read = TrialOutlineSchema.safeParse({ id, ...outline });
  if (!read.success) {
    throw new MeasurandError(
      'invalid-trial',
      `its outline is not in its form: ${z.prettifyError(read.error)}`,
      {
        record: id,
      },
    );
  }
  if (trialOutlines().some((planned) => planned.id === id)) {
    throw new MeasurandError('invalid-trial', 'is in the catalogue, so it takes no outline of its own', {
      record: id,
      next: 'Use an id from T96 on',
    });
  }
  return read.data;
}
