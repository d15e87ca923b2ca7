import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import type { LoggedScore } from '../../run.ts';

const LETTERS: Readonly<Record<string, number>> = {
  C: 1,
  P: 0.5,
  I: 0,
  N: 0,
  yes: 1,
  true: 1,
  no: 0,
  false: 0,
};

/** A score as Inspect's own metrics read it; null where it is no number. */
export function scoreNumber(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return null;
  const letter = LETTERS[value] ?? LETTERS[value.toLowerCase()];
  if (letter !== undefined) return letter;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The values of one scorer: one, or one for each name or place. */
export function scoresOf(scorer: string, value: JsonValue | undefined): readonly LoggedScore[] {
  if (isJsonObject(value))
    return Object.entries(value).map(([name, own]) => ({
      scorer: `${scorer}.${name}`,
      value: scoreNumber(own),
    }));
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((own, at) => ({
      scorer: `${scorer}.${at}`,
      value: scoreNumber(own),
    }));
  return [{ scorer, value: scoreNumber(value) }];
}
