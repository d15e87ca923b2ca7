import { sha256 } from '../../../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { judgeMarks } from '../../checks/judge.ts';
import { type LoggedCall, trajectoryMarks } from '../../checks/trajectory.ts';
import { contentText, idAt, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, Mark, ReadRun } from '../../run.ts';
import type { InspectLog } from './log.ts';
import { scoresOf } from './values.ts';

const ATTACHED = /^attachment:\/\/([0-9a-f]+)$/;

/** Long texts stand once in `attachments` and are referred to. */
function resolved(text: string, sample: JsonObject): string {
  const [, key] = ATTACHED.exec(text) ?? [];
  return key === undefined ? text : (textAt(objectAt(sample, 'attachments'), key) ?? text);
}

function completionOf(sample: JsonObject): string | undefined {
  const output = objectAt(sample, 'output');
  const [choice] = listAt(output, 'choices');
  // Agents that hand their answer in by a tool set it as the completion, beside the message of their last turn.
  const text = textAt(output, 'completion') ?? contentText(objectAt(choice, 'message')?.['content']);
  return text === undefined || text === '' ? undefined : resolved(text, sample);
}

function callsOf(sample: JsonObject): readonly LoggedCall[] {
  return listAt(sample, 'messages').flatMap((message, at) =>
    listAt(message, 'tool_calls').flatMap((call, place) => {
      const tool = textAt(call, 'function');
      if (tool === undefined || !isJsonObject(call)) return [];
      const own = call['arguments'] ?? null;
      const said = typeof own === 'string' ? resolved(own, sample) : own;
      return [{ tool, arguments: said, field: `messages[${at}].tool_calls[${place}]` }];
    }),
  );
}

/** Calls that no tool message answers, in a sample that ran to its end. */
function unpairedMarks(sample: JsonObject): readonly Mark[] {
  if (objectAt(sample, 'error') || objectAt(sample, 'limit')) return [];
  const messages = listAt(sample, 'messages');
  const answered = new Set(messages.flatMap((message) => textAt(message, 'tool_call_id') ?? []));
  for (const [at, message] of messages.entries())
    for (const [place, call] of listAt(message, 'tool_calls').entries()) {
      const id = textAt(call, 'id');
      if (id !== undefined && !answered.has(id))
        return [
          {
            check: 'unpaired-call',
            what: `call ${id} of ${textAt(call, 'function') ?? 'a tool'} has no result`,
            field: `messages[${at}].tool_calls[${place}]`,
          },
        ];
    }
  return [];
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[\s,$%.'"`*]+/g, '');

/** Whether a run said the target, in whatever dress: a scorer may have put the answer into the target's. */
function said(completion: string, target: string): boolean {
  if (folded(completion).includes(folded(target))) return true;
  const number = Number(target);
  return (
    target.trim() !== '' &&
    Number.isFinite(number) &&
    (completion.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? []).some(
      (text) => Number(text.replaceAll(',', '')) === number,
    )
  );
}

/** Everything that the model of a sample said, in text and in calls of tools, by which agents hand answers in. */
function wordsOf(sample: JsonObject): string {
  const messages = listAt(sample, 'messages')
    .filter((message) => textAt(message, 'role') === 'assistant')
    .flatMap((message) => contentText(isJsonObject(message) ? message['content'] : undefined) ?? []);
  const calls = callsOf(sample).map((call) => JSON.stringify(call.arguments));
  return [completionOf(sample) ?? '', ...messages.map((text) => resolved(text, sample)), ...calls].join('\n');
}

function swappedMarks(name: string, score: JsonValue, sample: JsonObject): readonly Mark[] {
  const target = textAt(sample, 'target');
  const answer = textAt(score, 'answer');
  // The letters of choices that were shuffled are put back in their order.
  if (listAt(sample, 'choices').length > 0 || target === undefined) return [];
  if (target.trim() === '' || answer !== target || completionOf(sample) === undefined) return [];
  if (said(wordsOf(sample), target)) return [];
  return [
    {
      check: 'arguments-swapped',
      what: `${name} took the target as the answer, and the run never said it`,
      field: `scores.${name}.answer`,
    },
  ];
}

const JUDGE = /judge|grade[dr]?\b|_graded|grader|rubric|\bllm\b/i;

function scoreMarks(sample: JsonObject, scores: JsonObject): readonly Mark[] {
  return Object.entries(scores).flatMap(([name, score]) => {
    const judged = objectAt(score, 'metadata')?.['grading'] !== undefined || JUDGE.test(name);
    const explanation = textAt(score, 'explanation');
    const words = explanation === undefined ? undefined : resolved(explanation, sample);
    const values = scoresOf(name, isJsonObject(score) ? score['value'] : undefined);
    const [first] = values;
    const judge =
      first?.value == null ? [] : judgeMarks(words, first.value, `scores.${name}.explanation`, judged);
    return [...judge, ...swappedMarks(name, score, sample)];
  });
}

function tokensOf(sample: JsonObject): LoggedRun['tokens'] {
  const usages = Object.values(objectAt(sample, 'model_usage') ?? {});
  if (usages.length === 0) return undefined;
  const sum = (name: string): number =>
    usages.reduce<number>((total, usage) => total + (numberAt(usage, name) ?? 0), 0);
  return { input: sum('input_tokens'), output: sum('output_tokens') };
}

type Judged = Pick<LoggedRun, 'state' | 'scores' | 'error' | 'scoredAnyway' | 'errorsScored'>;

function judged(sample: JsonObject, scores: LoggedRun['scores'], { scoresErrors }: InspectLog): Judged {
  const error = objectAt(sample, 'error');
  if (error) {
    const message = textAt(error, 'message') ?? 'no message';
    const scoredAnyway = scores.filter(({ value }) => value !== null);
    return {
      state: 'errored',
      scores: [],
      error: { code: /^[A-Za-z.]+(?=\()/.exec(message)?.[0] ?? 'error', message },
      ...(scoredAnyway.length > 0 ? { scoredAnyway, ...(scoresErrors ? { errorsScored: true } : {}) } : {}),
    };
  }
  if (scores.some(({ value }) => value !== null)) return { state: 'scored', scores };
  const limit = textAt(objectAt(sample, 'limit'), 'type');
  if (limit !== undefined)
    return {
      state: 'timed-out',
      scores,
      error: { code: `limit-${limit}`, message: `stopped by its ${limit} limit` },
    };
  return { state: 'errored', scores, error: { code: 'no-score', message: 'no scorer gave a number' } };
}

/** One sample of a log as a run; undefined where it has no id. */
export function runOf(sample: JsonObject, log: InspectLog): ReadRun | undefined {
  const task = idAt(sample, 'id');
  if (task === undefined) return undefined;
  const trial = numberAt(sample, 'epoch') ?? 1;
  const given = objectAt(sample, 'scores') ?? {};
  const scores = Object.entries(given).flatMap(([name, score]) =>
    scoresOf(name, isJsonObject(score) ? score['value'] : undefined),
  );
  const completion = completionOf(sample);
  const tokens = tokensOf(sample);
  const seconds = numberAt(sample, 'total_time');
  const id = textAt(sample, 'uuid');
  const failures = listAt(sample, 'error_retries').map((error) => textAt(error, 'message') ?? '');
  return {
    record: `sample ${task} epoch ${trial}`,
    suite: log.suite,
    task,
    trial,
    model: log.model,
    scaffold: log.scaffold,
    ...judged(sample, scores, log),
    ...(completion === undefined ? {} : { submission: sha256(completion) }),
    ...(tokens ? { tokens } : {}),
    ...(seconds === undefined ? {} : { seconds }),
    ...(failures.length > 0 ? { failedBefore: failures.length } : {}),
    ...(log.lineage ? { lineage: { ...log.lineage, ...(id === undefined ? {} : { id }), failures } } : {}),
    marks: [
      ...scoreMarks(sample, given),
      ...trajectoryMarks(callsOf(sample), undefined),
      ...unpairedMarks(sample),
    ],
  };
}
