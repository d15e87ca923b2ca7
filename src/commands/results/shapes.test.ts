import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import {
  harborTrial,
  inspectError,
  inspectLog,
  inspectSample,
  patchOf,
  prediction,
  promptfooResult,
  promptfooResults,
  rewarded,
  simulation,
  sweReport,
  tau2Results,
  writeFiles,
} from '../../../test/samples/result-logs.ts';
import { zipOf } from '../../../test/samples/zip.ts';
import { logResults } from './results.ts';

const root = mkdtempSync(join(tmpdir(), 'shapes-'));
afterAll(() => rmSync(root, { recursive: true }));

type Files = Readonly<Record<string, unknown>>;

/** A public report in a shape that its first fixture does not have: other tools, other versions, other nestings. */
interface Shape {
  readonly shape: string;
  readonly check: string;
  readonly found: Files;
  readonly record?: RegExp;
  readonly says?: RegExp;
  /** The same without the fault, in which nothing is found. */
  readonly twin: Files;
}

type Log = Record<string, unknown>;
const turned = (log: Log): string => JSON.stringify(Object.fromEntries(Object.entries(log).toReversed()));

const means = (name: string, value: number, more: object = {}) => ({
  name,
  scorer: name,
  metrics: { accuracy: { name: 'accuracy', value } },
  ...more,
});

const withScores = (log: Log, ...scores: readonly object[]): Log => ({ ...log, results: { scores } });

/** Epochs of some samples by their values; undefined for one that erred. */
const epochs = (values: readonly (readonly (string | undefined)[])[]) =>
  values.flatMap((own, at) =>
    own.map((value, epoch) => ({
      ...inspectSample(at + 1, value, value === undefined ? inspectError() : {}),
      epoch: epoch + 1,
    })),
  );

const repeated = { eval: { config: { epochs: 2 }, dataset: { samples: 2, sample_ids: [1, 2] } } };

const graderSays = (reason: string, score: number) =>
  promptfooResults([
    promptfooResult(0, score === 1, {
      gradingResult: {
        componentResults: [{ pass: score === 1, score, reason, assertion: { type: 'llm-rubric' } }],
      },
    }),
  ]);

const tool = (name: string, args: unknown) => ({
  messages: [
    { role: 'assistant', content: '', tool_calls: [{ id: 'c1', function: name, arguments: args }] },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ],
});

const claude = (...rows: readonly Log[]): string =>
  rows
    .map(
      (row, at) =>
        `${JSON.stringify({ uuid: String(at), parentUuid: at === 0 ? null : String(at - 1), sessionId: 's', version: '2.1.0', ...row })}\n`,
    )
    .join('');
const bash = (command: string) =>
  claude(
    { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'go' }] } },
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command } }],
      },
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: 'x', is_error: false }],
      },
    },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] } },
  );

const atif = (steps: readonly object[], more: object = {}) => ({
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  agent: {
    name: 'terminus',
    version: '1',
    tool_definitions: [{ type: 'function', function: { name: 'bash' } }],
  },
  steps: steps.map((step, at) => ({ step_id: at + 1, source: 'agent', message: '', ...step })),
  ...more,
});
const atifCall = (name: string, command: string) => ({
  tool_calls: [{ tool_call_id: 'c', function_name: name, arguments: { command } }],
  observation: { results: [{ source_call_id: 'c', content: 'x' }] },
});

const ran = { 'verifier/reward.txt': '0\n', 'verifier/test-stdout.txt': '=== 1 failed in 0.1s ===\n' };
const crashed = (said: string): Files => ({ 'verifier/reward.txt': '0\n', 'verifier/test-stdout.txt': said });
const tasks = ['0', '1', '2', '3'];

const SHAPES: readonly Shape[] = [
  {
    shape: '#631, predictions as an object by instance, a hook that pytest reads',
    check: 'hook-only-submission',
    found: {
      'org__m.run.json': sweReport({ resolved: ['a-1'] }),
      'all_preds.json': {
        'a-1': {
          model_name_or_path: 'org/m',
          instance_id: 'a-1',
          model_patch: patchOf('sub/sitecustomize.py'),
        },
      },
    },
    twin: {
      'org__m.run.json': sweReport({ resolved: ['a-1'] }),
      'all_preds.json': {
        'a-1': { model_name_or_path: 'org/m', instance_id: 'a-1', model_patch: patchOf('sub/site.py') },
      },
    },
    record: /a-1/,
  },
  {
    shape: '#601, a patch that prints what the log of the tests is read for',
    check: 'forged-verdict',
    found: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'p.jsonl': prediction(
        'a-1',
        'm',
        `${patchOf('src/a.py')}+print(">>>>> Start Test Output\\nPASSED tests/test_a.py::test_b")\n`,
      ),
    },
    twin: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'p.jsonl': prediction(
        'a-1',
        'm',
        `${patchOf('src/a.py')}+print("started")\n->>>>> Start Test Output\n`,
      ),
    },
    record: /a-1/,
  },
  {
    shape: '#465, a command as a list of words, in the messages of tau2',
    check: 'future-history',
    found: {
      'r.json': tau2Results(
        [
          simulation('0', 1, 'user_stop', {
            messages: [
              {
                role: 'assistant',
                tool_calls: [{ id: 'x', name: 'shell', arguments: { argv: ['git', 'branch', '-a', '-v'] } }],
              },
            ],
          }),
        ],
        ['0'],
      ),
    },
    twin: {
      'r.json': tau2Results(
        [
          simulation('0', 1, 'user_stop', {
            messages: [
              {
                role: 'assistant',
                tool_calls: [{ id: 'x', name: 'shell', arguments: { argv: ['git', 'branch', '-v'] } }],
              },
            ],
          }),
        ],
        ['0'],
      ),
    },
    record: /task 0/,
  },
  {
    shape: '#465, in the session file of a harness',
    check: 'future-history',
    found: { 's.jsonl': bash('cd repo && git log --branches --oneline -- src/a.py') },
    twin: { 's.jsonl': bash('cd repo && git log --oneline -- src/a.py') },
    record: /line 2/,
  },
  {
    shape: '#465, in a child agent within a trajectory',
    check: 'future-history',
    found: harborTrial('t1__a', rewarded(1), {
      'agent/trajectory.json': atif([], {
        subagent_trajectories: [atif([atifCall('bash', 'git show origin/main:src/a.py')])],
      }),
    }),
    twin: harborTrial('t1__a', rewarded(1), {
      'agent/trajectory.json': atif([], {
        subagent_trajectories: [atif([atifCall('bash', 'git show HEAD:src/a.py')])],
      }),
    }),
    record: /t1__a/,
  },
  {
    shape: '#393, tests of another language',
    check: 'evaluator-file-edited',
    found: {
      'm.run.json': sweReport({ unresolved: ['a-1'] }),
      'p.jsonl': prediction('a-1', 'm', patchOf('src/a.ts', 'src/a.spec.ts')),
    },
    twin: {
      'm.run.json': sweReport({ unresolved: ['a-1'] }),
      'p.jsonl': prediction(
        'a-1',
        'm',
        patchOf('src/a.ts', 'sympy/testing/runtests.py', 'django/test/client.py', 'src/latest.py'),
      ),
    },
    record: /a-1/,
  },
  {
    shape: 'sb-cli#20, gold patches that were submitted and never brought to an end',
    check: 'gold-fails',
    found: {
      'gold_patch.run.json': {
        ...sweReport({ resolved: ['a-1'], incomplete: ['a-2', 'a-3'] }),
        submitted_ids: ['a-1', 'a-2'],
      },
    },
    twin: {
      'gold_patch.run.json': {
        ...sweReport({ resolved: ['a-1'], incomplete: ['a-3'] }),
        submitted_ids: ['a-1'],
      },
    },
    record: /a-2/,
  },
  {
    shape: 'a do-nothing agent, in an Inspect log',
    check: 'null-agent-scores',
    found: {
      'log.json': inspectLog([inspectSample(1, 'C'), inspectSample(2, 'I')], 0.5, {
        eval: { solver: 'do_nothing' },
      }),
    },
    twin: {
      'log.json': inspectLog([inspectSample(1, 'I'), inspectSample(2, 'I')], 0, {
        eval: { solver: 'do_nothing' },
      }),
    },
    record: /sample 1/,
  },
  {
    shape: 'a do-nothing agent, in a table',
    check: 'null-agent-scores',
    found: { 't.csv': 'task,agent,model,score\na,noop,none,1\nb,noop,none,0\n' },
    twin: { 't.csv': 'task,agent,model,score\na,noop,none,0\nb,noop,none,0\n' },
    record: /line 2/,
  },
  {
    shape: '#493, one survivor in the second of two scorers',
    check: 'few-survivors',
    found: {
      'log.json': withScores(
        inspectLog(
          [1, 2, 3, 4].map((id) =>
            inspectSample(id, 'C', {
              scores: { match: { value: 'C' }, style: { value: id === 1 ? 1 : Number.NaN } },
            }),
          ),
        ),
        means('match', 1),
      ),
    },
    twin: {
      'log.json': withScores(
        inspectLog(
          [1, 2, 3, 4].map((id) =>
            inspectSample(id, 'C', { scores: { match: { value: 'C' }, style: { value: 1 } } }),
          ),
        ),
        means('match', 1),
      ),
    },
    says: /style/,
  },
  {
    shape: '#493, tau2 with its members in another order and most trials missing',
    check: 'few-survivors',
    found: { 'r.json': turned(tau2Results([simulation('0', 1)], tasks)) },
    twin: {
      'r.json': turned(
        tau2Results(
          tasks.map((id) => simulation(id, 1)),
          tasks,
        ),
      ),
    },
    says: /1 of 4/,
  },
  {
    shape: '#497, epochs of Inspect',
    check: 'pass-k-conventions',
    found: {
      'log.json': inspectLog(
        epochs([
          ['C', 'C'],
          ['C', undefined],
        ]),
        undefined,
        repeated,
      ),
    },
    twin: {
      'log.json': inspectLog(
        epochs([
          ['C', 'C'],
          ['C', 'I'],
        ]),
        undefined,
        repeated,
      ),
    },
    says: /pass\^1 by match/,
  },
  {
    shape: "#392, the reviewer's own verdict on the simulated user",
    check: 'simulator-error',
    found: {
      'r.json': tau2Results(
        [
          simulation('0', 0, 'user_stop', {
            review: {
              errors: [{ source: 'user', severity: 'critical_hindered', reasoning: 'gave a wrong id' }],
            },
          }),
        ],
        ['0'],
      ),
    },
    twin: {
      'r.json': tau2Results(
        [
          simulation('0', 0, 'user_stop', {
            review: {
              errors: [
                { source: 'agent', severity: 'critical' },
                { source: 'user', severity: 'minor' },
              ],
            },
          }),
        ],
        ['0'],
      ),
    },
    record: /task 0/,
  },
  {
    shape: '#3707, epochs, a reducer, and the header after the samples',
    check: 'errors-dropped',
    found: {
      'log.json': turned(
        withScores(
          inspectLog(
            epochs([
              ['C', 'I'],
              ['C', undefined],
            ]),
            undefined,
            repeated,
          ),
          means('match', 1, { reducer: 'max' }),
          means('match', 0.75, { reducer: 'mean' }),
        ),
      ),
    },
    twin: {
      'log.json': turned(
        withScores(
          inspectLog(
            epochs([
              ['C', 'I'],
              ['C', 'I'],
            ]),
            undefined,
            repeated,
          ),
          means('match', 1, { reducer: 'max' }),
          means('match', 0.5, { reducer: 'mean' }),
        ),
      ),
    },
    says: /75\.0 % is of the 3 scored runs; .* 50\.0 % of 4/,
  },
  {
    shape: '#3707, the whole of a metric that is told by groups',
    check: 'errors-dropped',
    found: {
      'log.json': withScores(
        inspectLog([
          inspectSample(1, 'C'),
          inspectSample(2, 'I'),
          inspectSample(3, undefined, inspectError()),
        ]),
        {
          ...means('match', 0),
          metrics: {
            odd: {
              name: 'odd',
              group: 'grouped',
              value: 1,
              params: { metric: { name: 'accuracy' }, group_key: 'k' },
            },
            all: {
              name: 'all',
              group: 'grouped',
              value: 0.5,
              params: { metric: { name: 'accuracy' }, group_key: 'k' },
            },
          },
        },
      ),
    },
    twin: {
      'log.json': withScores(
        inspectLog([inspectSample(1, 'C'), inspectSample(2, 'I'), inspectSample(3, 'I')]),
        {
          ...means('match', 0),
          metrics: {
            odd: {
              name: 'odd',
              group: 'grouped',
              value: 0.5,
              params: { metric: { name: 'accuracy' }, group_key: 'k' },
            },
            all: {
              name: 'all',
              group: 'grouped',
              value: 1 / 3,
              params: { metric: { name: 'accuracy' }, group_key: 'k' },
            },
          },
        },
      ),
    },
  },
  {
    shape: '#4412, one of two scorers',
    check: 'score-not-in-metric',
    found: {
      'log.json': withScores(
        inspectLog([
          inspectSample(1, 'C', { scores: { match: { value: 'C' }, length: { value: 2 } } }),
          inspectSample('x', undefined, { ...inspectError(), scores: { length: { value: 4 } } }),
        ]),
        means('match', 1),
        means('length', 2),
      ),
    },
    twin: {
      'log.json': withScores(
        inspectLog([
          inspectSample(1, 'C', { scores: { match: { value: 'C' }, length: { value: 2 } } }),
          inspectSample('x', 'C', { scores: { match: { value: 'C' }, length: { value: 4 } } }),
        ]),
        means('match', 1),
        means('length', 3),
      ),
    },
    record: /sample x/,
    says: /length is 4/,
  },
  {
    shape: '#1712, a grader of promptfoo that gave no JSON',
    check: 'unparsed-verdict',
    found: { 'r.json': graderSays('Could not extract JSON from llm-rubric response', 0) },
    twin: { 'r.json': graderSays('The answer could not find the extract that was asked for', 0) },
  },
  {
    shape: '#272, a judge that is told by its name, and one that denies a fault',
    check: 'verdict-inverted',
    found: {
      'log.json': inspectLog([
        inspectSample(1, undefined, {
          scores: { my_judge: { value: 'C', explanation: '{"verdict": "incorrect"}' } },
        }),
      ]),
    },
    twin: {
      'log.json': inspectLog([
        inspectSample(1, undefined, {
          scores: { my_judge: { value: 'C', explanation: 'The answer is not incorrect.' } },
        }),
      ]),
    },
  },
  {
    shape: '#2118, an exception deeper than the steps',
    check: 'nested-error',
    found: harborTrial(
      't1__a',
      {
        ...rewarded(0),
        agent_result: {
          rollouts: [{ exception_info: { exception_type: 'RuntimeError', exception_message: 'x' } }],
        },
      },
      ran,
    ),
    twin: harborTrial(
      't1__a',
      { ...rewarded(0), agent_result: { rollouts: [{ exception_info: null }] } },
      ran,
    ),
    record: /t1__a/,
    says: /RuntimeError/,
  },
  {
    shape: '#1025, a verifier without its tools, beside agents whose own work was absent',
    check: 'no-verdict-as-minimum',
    found: harborTrial('t1__a', rewarded(0), crashed('/usr/bin/python3: No module named pytest\n')),
    twin: {
      ...harborTrial(
        't1__a',
        rewarded(0),
        crashed(
          "ERROR collecting test_a.py\nE   ModuleNotFoundError: No module named 'solution'\n=== 1 error in 0.1s ===\n",
        ),
      ),
      ...harborTrial('t2__a', rewarded(0), crashed('cat: /app/out.txt: No such file or directory\n')),
      ...harborTrial('t3__a', rewarded(0), crashed('/tests/test.sh: line 4: myprogram: command not found\n')),
    },
    record: /t1__a/,
  },
  {
    shape: '#1025, a reward file that holds no number',
    check: 'no-verdict-as-minimum',
    found: harborTrial('t1__a', rewarded(0), { ...ran, 'verifier/reward.txt': 'Traceback\n' }),
    twin: harborTrial('t1__a', rewarded(0), ran),
    record: /t1__a/,
  },
  {
    shape: 'a reward file that disagrees with the result',
    check: 'rewards-disagree',
    found: harborTrial('t1__a', rewarded(1), ran),
    twin: harborTrial('t1__a', rewarded(0), ran),
    record: /t1__a/,
  },
  {
    shape: 'slop-code-bench#30, in the session file of a harness',
    check: 'evaluator-file-read',
    found: { 's.jsonl': bash('ls -la /tests && head -50 /tests/*') },
    twin: { 's.jsonl': bash('ls -la ./tests && pytest tests') },
    record: /line 2/,
  },
  {
    shape: 'insight-bench#4, beside shuffled choices, answers in calls of tools and numbers in other dress',
    check: 'arguments-swapped',
    found: {
      'log.json': inspectLog(
        [inspectSample(1, 'I', { said: 'Lyon', target: 'Paris', score: { answer: 'Paris' } })],
        0,
      ),
    },
    twin: {
      'log.json': inspectLog(
        [
          inspectSample(1, 'C', {
            said: 'ANSWER: D',
            target: 'B',
            choices: ['a', 'b', 'c', 'd'],
            score: { answer: 'B' },
          }),
          inspectSample(2, 'C', {
            said: 'handed in',
            target: 'Paris',
            score: { answer: 'Paris' },
            ...tool('submit', { answer: 'Paris' }),
          }),
          inspectSample(3, 'C', { said: 'It is 1,000.0 in all', target: '1000', score: { answer: '1000' } }),
        ],
        1,
      ),
    },
    record: /sample 1/,
  },
  {
    shape: 'DataAgentBench#54, a tool of a child agent',
    check: 'undeclared-tool',
    found: harborTrial('t1__a', rewarded(1), {
      'agent/trajectory.json': atif([], {
        subagent_trajectories: [atif([atifCall('web_search', 'labels')])],
      }),
    }),
    twin: harborTrial('t1__a', rewarded(1), {
      'agent/trajectory.json': atif([], { subagent_trajectories: [atif([atifCall('bash', 'ls')])] }),
    }),
    record: /t1__a/,
  },
  {
    shape: 'phoenix#14975, copied context that doubles the tokens of a trajectory',
    check: 'usage-repeated',
    found: {
      't.json': atif([
        { message: 'a', metrics: { prompt_tokens: 100, completion_tokens: 10 } },
        { message: 'a', is_copied_context: true, metrics: { prompt_tokens: 100, completion_tokens: 10 } },
        { message: 'b', metrics: { prompt_tokens: 120, completion_tokens: 10 } },
      ]),
    },
    twin: {
      't.json': atif([
        { message: 'a', metrics: { prompt_tokens: 100, completion_tokens: 10 } },
        { message: 'a', is_copied_context: true },
        { message: 'b', metrics: { prompt_tokens: 120, completion_tokens: 10 } },
      ]),
    },
    says: /350 tokens, .* 240/,
  },
  {
    shape: 'phoenix#14975, a Harbor trial whose token counts hold the copied context',
    check: 'usage-repeated',
    found: harborTrial(
      't1__a',
      { ...rewarded(1), agent_result: { n_input_tokens: 320, n_output_tokens: 30 } },
      {
        'agent/trajectory.json': atif([
          { metrics: { prompt_tokens: 100, completion_tokens: 10 } },
          { is_copied_context: true, metrics: { prompt_tokens: 100, completion_tokens: 10 } },
          { metrics: { prompt_tokens: 120, completion_tokens: 10 } },
        ]),
      },
    ),
    twin: harborTrial(
      't1__a',
      { ...rewarded(1), agent_result: { n_input_tokens: 220, n_output_tokens: 20 } },
      {
        'agent/trajectory.json': atif([
          { metrics: { prompt_tokens: 100, completion_tokens: 10 } },
          { is_copied_context: true, metrics: { prompt_tokens: 100, completion_tokens: 10 } },
          { metrics: { prompt_tokens: 120, completion_tokens: 10 } },
        ]),
      },
    ),
    record: /t1__a/,
  },
  {
    shape: 'a crash as the success of an attack, as promptfoo stores it without a kind of failure',
    check: 'crash-as-success',
    found: {
      'r.json': promptfooResults([
        promptfooResult(0, true, { error: 'API error: 500', failureReason: undefined }),
      ]),
    },
    twin: { 'r.json': promptfooResults([promptfooResult(0, true, { error: null })]) },
  },
];

let folders = 0;
async function read(files: Files) {
  folders += 1;
  const folder = join(root, String(folders));
  writeFiles(folder, files);
  return logResults({ logs: [folder] });
}

for (const { shape, check, found, twin, record, says } of SHAPES) {
  describe(`${check} in ${shape}`, () => {
    verifies('results.reports.other-shapes', async () => {
      const { findings } = await read(found);
      const own = findings.filter((finding) => finding.check === check);
      expect(own, JSON.stringify(findings)).not.toEqual([]);
      if (record) expect(own[0]?.record).toMatch(record);
      if (says) expect(own.map(({ what }) => what).join('\n')).toMatch(says);
      expect((await read(twin)).findings).toEqual([]);
    });
  });
}

test('a sample that is cut into sequences gives the findings of one that is not', async () => {
  const { messages, ...sample } = inspectSample(1, 'C', tool('bash', { cmd: 'git log --all' })) as {
    messages: object[];
  };
  const head = inspectLog([{ ...sample, id: 1 }], 1);
  const folder = join(root, 'cut.eval');
  writeFileSync(
    folder,
    zipOf(
      [
        ['header.json', { ...head, samples: undefined }],
        [
          'samples/1_epoch_1/sample.json',
          {
            ...sample,
            message_refs: [
              [1, 2],
              [0, 1],
            ],
          },
        ],
        ['samples/1_epoch_1/messages/1.json', messages.slice(0, 1)],
        ['samples/1_epoch_1/messages/0.json', messages.slice(1)],
        ['samples/1_epoch_1/events/0.json', []],
      ].map(([name, content]) => ({ name: name as string, content: JSON.stringify(content) })),
    ),
  );
  const { findings, sources } = await logResults({ logs: [folder] });
  expect(sources[0]?.ledger).toMatchObject({ read: 1, mapped: 1 });
  expect(findings.map(({ check, record, field }) => [check, record, field])).toEqual([
    ['future-history', 'sample 1 epoch 1', 'messages[0].tool_calls[0]'],
  ]);
});
