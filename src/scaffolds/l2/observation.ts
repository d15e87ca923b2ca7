import type { JsonValue } from '../../core/json.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';

/** A tool result as the model reads it before any cut: JSON in the release's spelling. */
export function renderResult(value: JsonValue): string {
  return pythonJson(value);
}

export interface Observation {
  /** What the model is shown, mark included. */
  readonly text: string;
  /** Characters of the whole result, and how many of them were withheld. */
  readonly full: number;
  readonly cut: number;
}

/**
 * What a window of `characters` lets through: the first characters of the result and, when that is not all, a line of
 * its own that says so. The line is not counted. No window: the whole result.
 */
export function observe(value: JsonValue, characters: number | undefined): Observation {
  const whole = renderResult(value);
  if (characters === undefined || whole.length <= characters)
    return { text: whole, full: whole.length, cut: 0 };
  const mark = `\n[cut: ${characters} of ${whole.length} characters are shown]`;
  return {
    text: whole.slice(0, characters) + mark,
    full: whole.length,
    cut: whole.length - characters,
  };
}
