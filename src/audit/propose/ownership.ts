import { z } from 'zod';
import { type Answered, ask, type SourceQuestion } from './ask.ts';
import type { Check } from './check.ts';
import { QuotesSchema, ungrounded } from './evidence.ts';
import { type SourceFile, sourcesText } from './sources.ts';

/** Who a proposed map may name. */
export const PROPOSED_OWNERS = ['model', 'scaffold', 'environment', 'shared'] as const;

/** What each decision is, in the words of the question; a benchmark of its own names its own. */
export const DECISION_MEANINGS: Readonly<Record<string, string>> = {
  retry: 'whether a request that failed is made again',
  dedup: 'whether a record that was served twice is handed in once',
  totals: 'whether rows that are totals of others are left out',
  pagination: 'which page is asked for next, and when to stop',
  submission: 'whether and when the result is handed in',
};

export const ProposedOwnerSchema = z.strictObject({
  decision: z.string().max(64),
  owner: z.enum(PROPOSED_OWNERS),
  evidence: QuotesSchema,
  why: z.string().max(1000),
});

/** One row of a proposed ownership map, with the code that it rests on. */
export type ProposedOwner = z.infer<typeof ProposedOwnerSchema>;

/** An answer names each decision once, and no other. */
function mapSchema(decisions: readonly string[]) {
  const form = z.strictObject({ decisions: z.array(ProposedOwnerSchema).max(64) });
  return form.superRefine(({ decisions: rows }, context) => {
    const named = rows.map(({ decision }) => decision);
    const wrong = [
      ...decisions.filter((decision) => named.filter((name) => name === decision).length !== 1),
      ...named.filter((name) => !decisions.includes(name)),
    ];
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: `each decision has to stand once and alone; not so: ${wrong.join(', ')}`,
      });
  });
}

/** By example, since every model reads one. */
const FORM =
  'The form of the answer: {"decisions": [{"decision": "one of the above", "owner": "model, scaffold, shared or environment", "evidence": [{"file": "its name", "line": 12, "quote": "code of that line"}], "why": "a few words"}]}, every decision once';

function taskText(decisions: readonly string[]): string {
  const meanings = decisions.map((id) => `- ${id}: ${DECISION_MEANINGS[id] ?? 'as its name says'}`);
  return [
    'Below is the source of a harness: the program that runs a language model on a task. For each decision, say who makes it when this program runs:',
    ...meanings,
    'owner is `model` when the program does what the answer of the model says and adds nothing; `scaffold` when the program decides by a rule of its own, whatever the model says; `shared` when both take part; `environment` when neither does.',
    'evidence quotes code of the source word for word, with file and line (the number before the colon, which is no part of the quote). Comments and texts are no evidence: what a program says of itself may be wrong.',
    FORM,
  ].join('\n');
}

export interface Discovery extends Answered<readonly ProposedOwner[]> {
  /** Whether every quote really stands in the source. */
  readonly grounded: Check;
}

/** Whether every quote of a map is code of the source. */
export function groundedCheck(
  rows: readonly { readonly evidence: ProposedOwner['evidence'] }[],
  sources: readonly SourceFile[],
): Check {
  const quotes = rows.flatMap(({ evidence }) => evidence);
  const wrong = quotes.flatMap((quote) => ungrounded(quote, sources) ?? []);
  return {
    id: 'grounded',
    verdict: wrong.length === 0 ? 'pass' : 'fail',
    says:
      wrong.length === 0
        ? `${quotes.length} quotes stand in the source as code`
        : `${wrong.length} of ${quotes.length} quotes do not: ${wrong.slice(0, 5).join('; ')}`,
  };
}

/**
 * Has a model read the source of a harness and say who makes each decision. The map is a proposal, whatever it says.
 *
 * @throws MeasurandError `proposal-malformed`, and what the model throws
 */
export async function discoverOwnership({
  model,
  sources,
  decisions,
  ...options
}: SourceQuestion): Promise<Discovery> {
  const question = { task: taskText(decisions), material: sourcesText(sources) };
  const { value, ...digests } = await ask(model, question, mapSchema(decisions), options);
  const rows = decisions.flatMap((id) => value.decisions.filter(({ decision }) => decision === id));
  return { value: rows, grounded: groundedCheck(rows, sources), ...digests };
}
