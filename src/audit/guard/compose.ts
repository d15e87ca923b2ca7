import { MeasurandError } from '../../core/errors.ts';
import type { Claim, Figure } from '../types.ts';
import { lookUp } from './paths.ts';
import { writeFigure } from './rounding.ts';

const PLACEHOLDER = /\{([^{}|]+)\|([^{}|]+)\}/g;

/**
 * Writes a sentence from a template whose figures are `{path|rounding}`, each read from the document.
 * A path that starts with `~` stands below `base`.
 *
 * @example compose(audit, 'profiles[repaired].probe', 'Empty scores {~.empty.judge|3}.')
 * @throws MeasurandError `figure-missing` when no number stands at a path
 */
export function compose(document: unknown, base: string, template: string): Claim {
  const figures: Figure[] = [];
  let text = '';
  let from = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [whole, written = '', rounding = ''] = match;
    const path = written.startsWith('~') ? `${base}${written.slice(1)}` : written;
    const value = lookUp(document, path);
    if (typeof value !== 'number') {
      throw new MeasurandError('figure-missing', `no number stands at ${path}`, {
        kind: 'apparatus',
        next: 'Measure it first, or take the sentence out',
      });
    }
    text += template.slice(from, match.index);
    const figure = writeFigure(value, rounding);
    figures.push({ at: [text.length, text.length + figure.length], path, rounding });
    text += figure;
    from = match.index + whole.length;
  }
  return { text: text + template.slice(from), figures };
}
