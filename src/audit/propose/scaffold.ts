import { z } from 'zod';
import { type Answered, ask, type SourceQuestion } from './ask.ts';
import { DECISION_MEANINGS } from './ownership.ts';
import { sourcesText } from './sources.ts';

const LONGEST_SOURCE = 64 * 1024;

const Answer = z.strictObject({ source: z.string().min(1).max(LONGEST_SOURCE), why: z.string().max(2000) });

/** What a synthesised harness can use; it gets nothing else. */
const INTERFACE = [
  'The variant is one JavaScript module (ESM, Node 20, no packages, no network, no files) that exports `async function run(episode)`:',
  '- episode.instruction: the text of the task; episode.tools: declarations of the tools; episode.limits.turns: how often the model may be asked.',
  '- await episode.decide(messages): asks the model, which is shown the tools too, and gives {text, calls: [{id, name, args}]}. messages is a list of {role: "system" or "user", text}, {role: "assistant", text, calls} and {role: "tool", callId, name, text, isError}.',
  '- await episode.call(name, args): carries out a call of a tool and gives {value, isError, text}.',
  '- episode.submitted(): whether a result has been handed in. Return from run when the episode is over.',
].join('\n');

function taskText(decisions: readonly string[]): string {
  return [
    'Below is the source of a harness: the program that runs a language model on a task. Some decisions are made by the harness that the task claims to measure in the model. Write a variant of it that returns these decisions to the model and decides none of them itself:',
    ...decisions.map((id) => `- ${id}: ${DECISION_MEANINGS[id] ?? 'as its name says'}`),
    'The task stays the same: the variant says nothing to the model about how to decide.',
    INTERFACE,
    'The form of the answer: {"source": "the whole module", "why": "a few words"}',
  ].join('\n');
}

/**
 * Has a model write a de-scaffolded variant of a harness. Nothing of it is run here.
 *
 * @throws MeasurandError `proposal-malformed`, and what the model throws
 */
export function synthesiseScaffold({
  model,
  sources,
  decisions,
  ...options
}: SourceQuestion): Promise<Answered<z.infer<typeof Answer>>> {
  const question = { task: taskText(decisions), material: sourcesText(sources) };
  return ask(model, question, Answer, options);
}
