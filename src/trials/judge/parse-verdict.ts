import { z } from 'zod';
import type { Sheet } from '../criteria/criterion.ts';
import type { Verdict } from '../criteria/verdict.ts';

const STATES = { holds: 1, fails: 0, conditional: 2 } as const;

const Answer = z.strictObject({
  verdict: z.enum(['holds', 'fails', 'conditional']),
  rationale: z.string().trim().min(1),
});

/** A fence of Markdown around the whole answer is how many models write JSON, and says nothing. */
const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

export type ReadVerdict =
  | { readonly state: Verdict['state']; readonly reason: string }
  | { readonly problem: string };

/**
 * Reads a judge's answer: one JSON object with a verdict and a rationale, and nothing beside it. Anything else is no
 * verdict, and never a zero.
 */
export function parseVerdict(text: string, sheet: Sheet): ReadVerdict {
  const trimmed = text.trim();
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(trimmed)?.[1] ?? trimmed);
  } catch {
    return { problem: 'the answer is not one JSON object' };
  }
  const read = Answer.safeParse(value);
  if (!read.success) return { problem: `the answer has another form: ${z.prettifyError(read.error)}` };
  const { verdict, rationale } = read.data;
  if (verdict === 'conditional' && sheet === 'agent')
    return { problem: 'conditional is no verdict on an agent line' };
  return { state: STATES[verdict], reason: rationale };
}
