import { sha256 } from '../../../../core/digest.ts';
import { MeasurandError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { judgeMarks } from '../../checks/judge.ts';
import { idAt, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, LoggedScore, Mark, ReadRun, ResultReader, ResultSink } from '../../run.ts';
import { headIn, readParts } from '../parts.ts';

const ERROR = 2;

function scoresOf(result: JsonObject): readonly LoggedScore[] {
  const score = numberAt(result, 'score');
  const named = Object.entries(objectAt(result, 'namedScores') ?? {});
  return [
    { scorer: 'pass', value: result['success'] === true ? 1 : 0 },
    { scorer: 'score', value: score ?? null },
    ...named.map(([scorer, value]) => ({ scorer, value: typeof value === 'number' ? value : null })),
  ];
}

const JUDGES =
  /^(?:not-)?(?:llm-rubric|g-eval|factuality|model-graded-|answer-relevance|agent-rubric|select-best)/;

/** What each assertion says of itself: a grader that failed says so only there. */
function graderMarks(grading: JsonObject | undefined): readonly Mark[] {
  return listAt(grading, 'componentResults').flatMap((part, at) => {
    const field = `gradingResult.componentResults[${at}].reason`;
    const value = numberAt(part, 'score') ?? 0;
    const failed = objectAt(part, 'metadata')?.['graderError'];
    if (failed !== undefined && failed !== null && failed !== false) {
      const what = `the grader failed, and the score is ${value}`;
      return [
        {
          check: 'unparsed-verdict' as const,
          what,
          field: `gradingResult.componentResults[${at}].metadata.graderError`,
        },
      ];
    }
    const judged = JUDGES.test(textAt(objectAt(part, 'assertion'), 'type') ?? '');
    return judgeMarks(textAt(part, 'reason'), value, field, judged);
  });
}

/** The provider failed: by the kind of failure, or by an error beside a success, where no kind is given. */
function failed(result: JsonObject): boolean {
  const kind = numberAt(result, 'failureReason');
  return kind === ERROR || (kind === undefined && result['success'] === true && !!textAt(result, 'error'));
}

function judged(result: JsonObject): Pick<LoggedRun, 'state' | 'scores' | 'error' | 'scoredAnyway'> {
  const scores = scoresOf(result);
  if (!failed(result)) return { state: 'scored', scores };
  return {
    state: 'errored',
    scores: [],
    error: { code: 'provider-error', message: textAt(result, 'error') ?? 'no message' },
    ...(result['success'] === true ? { scoredAnyway: scores } : {}),
  };
}

function outputOf(result: JsonObject): Pick<LoggedRun, 'submission' | 'tokens'> {
  const output = objectAt(result, 'response')?.['output'];
  const usage = objectAt(result, 'tokenUsage');
  const [input, out] = [numberAt(usage, 'prompt'), numberAt(usage, 'completion')];
  return {
    ...(output === undefined || output === null
      ? {}
      : { submission: sha256(typeof output === 'string' ? output : JSON.stringify(output)) }),
    ...(input === undefined || out === undefined ? {} : { tokens: { input, output: out } }),
  };
}

function runOf(result: JsonObject, suite: string, at: string): ReadRun | undefined {
  const test = numberAt(result, 'testIdx');
  const provider = objectAt(result, 'provider');
  const model = textAt(provider, 'label') || textAt(provider, 'id');
  if (test === undefined || model === undefined) return undefined;
  const outcome = judged(result);
  const crash = (outcome.scoredAnyway ?? []).some(({ value }) => value === 1);
  const latency = numberAt(result, 'latencyMs');
  return {
    record: `${at}, ${idAt(result, 'id') ?? `test ${test}`}`,
    suite,
    task: textAt(objectAt(result, 'testCase'), 'description') ?? `test ${test}`,
    trial: 0,
    model,
    scaffold: `prompt ${numberAt(result, 'promptIdx') ?? 0}`,
    ...outcome,
    ...outputOf(result),
    ...(latency === undefined ? {} : { seconds: latency / 1000 }),
    marks: [
      ...(crash
        ? [
            {
              check: 'crash-as-success' as const,
              what: 'the provider failed, and the test counts as passed',
              field: 'failureReason',
            },
          ]
        : []),
      ...graderMarks(objectAt(result, 'gradingResult')),
    ],
  };
}

function checkVersion(version: JsonValue | undefined, sink: ResultSink): void {
  if (version !== 3)
    throw new MeasurandError(
      'newer-version',
      `promptfoo results of version ${JSON.stringify(version ?? null)} are not known here`,
      {
        file: sink.file,
        field: 'results.version',
        next: 'Version 3 is read; promptfoo export writes it',
      },
    );
  sink.version('3');
}

const LISTS = ['results.results'];

/** Results that promptfoo wrote as JSON. */
export const promptfoo: ResultReader = {
  id: 'promptfoo',
  title: 'results of promptfoo',
  read(path, sink, signal) {
    const head: Record<string, JsonValue> = {};
    const check = (): void => {
      if (head['results.version'] === undefined) Object.assign(head, headIn(path, LISTS, signal));
      if (!checked) checkVersion(head['results.version'], sink);
      checked = true;
    };
    let checked = false;
    const takers = {
      member(name: string, value: JsonValue): void {
        head[name] = value;
      },
      item(value: JsonValue, record: string): void {
        check();
        const run = isJsonObject(value) ? runOf(value, 'promptfoo', record) : undefined;
        if (run) sink.run(run);
        else
          sink.dropped({
            code: 'not-understood',
            what: 'names no test or no provider',
            record,
            field: 'testIdx',
          });
      },
    };
    readParts(path, { lists: LISTS }, sink, takers, signal);
    check();
    publish(head['results.stats'], sink);
  },
};

function publish(stats: JsonValue | undefined, sink: ResultSink): void {
  const [passed, failed, errors] = ['successes', 'failures', 'errors'].map(
    (name) => numberAt(stats, name) ?? 0,
  ) as [number, number, number];
  const all = passed + failed + errors;
  if (all > 0)
    sink.publish({
      scorer: 'pass',
      metric: 'successes of all',
      value: passed / all,
      field: 'results.stats.successes',
    });
}
