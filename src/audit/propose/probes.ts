import { z } from 'zod';
import type { JsonValue } from '../../core/json.ts';
import { type Answered, type AskSettings, ask } from './ask.ts';
import { QuotesSchema } from './evidence.ts';
import { PatchSchema } from './json-patch.ts';
import { type SourceFile, sourcesText } from './sources.ts';

export const SCORER_KINDS = ['shape', 'outcome', 'specification', 'judge'] as const;

const MOST_PROBES = 40;
/** Characters of the correct submission that the model is shown. */
const SHOWN = 8000;

export const ProposedProbeSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'an id is small letters, digits and dashes'),
  title: z.string().min(1).max(200),
  expect: z.enum(['lower', 'equal']).describe('What a sound scorer gives the edited submission'),
  patch: PatchSchema,
});

/** A probe as data: how the correct submission is edited, and what a sound scorer does with the result. */
export type ProposedProbe = z.infer<typeof ProposedProbeSchema>;

const Answer = z.strictObject({
  kind: z.enum(SCORER_KINDS),
  why: z.string().max(2000),
  evidence: QuotesSchema,
  probes: z.array(ProposedProbeSchema).min(1).max(MOST_PROBES),
});

const Checked = Answer.superRefine(({ probes }, context) => {
  const ids = probes.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (twice !== undefined) context.addIssue({ code: 'custom', message: `two probes are called ${twice}` });
});

export type ProbeDesign = z.infer<typeof Answer>;

/** By example, since every model reads one. */
const FORM =
  'The form of the answer: {"kind": "shape, outcome, specification or judge", "why": "a few words", "evidence": [{"file": "its name", "line": 12, "quote": "code of that line"}], "probes": [{"id": "a-few-words", "title": "what it does", "expect": "lower or equal", "patch": [{"op": "replace", "path": "/a/0/b", "value": 1}]}]}';

const TASK = [
  'Below is the source of a scorer: a function that grades a submission. Say what kind it is, and propose probes that show what it cannot see.',
  '- shape: it looks at form, fields and what the submission says of itself, and not at whether the records are right.',
  '- outcome: it compares what was handed in with the truth.',
  '- specification: it compares calls or steps with a list of those that were expected, and runs nothing.',
  '- judge: it asks a language model.',
  'A probe edits the correct submission by a JSON Patch (RFC 6902; add, replace, remove, copy, move). expect is `lower` when the edit makes the work worse, and `equal` when the work is the same.',
  'evidence quotes code of the source word for word, with file and line (the number before the colon, which is no part of the quote). Comments and texts are no evidence.',
  FORM,
].join('\n');

export interface DesignOptions extends AskSettings {
  readonly sources: readonly SourceFile[];
  /** A correct submission, so that a patch can name its parts. */
  readonly correct: JsonValue;
}

/**
 * Has a model read the source of a scorer, say what kind it is, and propose probes.
 *
 * @throws MeasurandError `proposal-malformed`, and what the model throws
 */
export function designProbes({
  model,
  sources,
  correct,
  ...options
}: DesignOptions): Promise<Answered<ProbeDesign>> {
  const shown = JSON.stringify(correct).slice(0, SHOWN);
  const material = `${sourcesText(sources)}\n\nMaterial, a correct submission as JSON${shown.length === SHOWN ? ', of which this is the beginning' : ''}:\n${shown}`;
  return ask(model, { task: TASK, material }, Checked, options);
}
