import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import {
  harborTrial,
  inspectError,
  inspectLog,
  inspectSample,
  inspectSamples,
  patchOf,
  prediction,
  promptfooResult,
  promptfooResults,
  raised,
  rewarded,
  simulation,
  sweReport,
  tau2Results,
  writeFiles,
} from '../../../test/samples/result-logs.ts';
import { REPORTS_OF_SESSIONS } from '../../../test/samples/session-reports.ts';
import type { CheckId } from '../../study/results/checks/catalogue.ts';
import { logResults } from './results.ts';

const root = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(root, { recursive: true }));

interface ReportCase {
  /** Of the public report that the shape follows; see the list of reports. */
  readonly report: string;
  readonly check: CheckId;
  readonly found: Readonly<Record<string, unknown>>;
  /** Where: the end of the file, and the record, where one is named. */
  readonly file: string;
  readonly record?: string;
  readonly field?: string;
  readonly says?: RegExp;
  /** The same without the fault: nothing at all is found. */
  readonly twin: Readonly<Record<string, unknown>>;
}

const calls = (tool: string, command: string) => ({
  messages: [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c1', function: tool, arguments: { cmd: command } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ],
});

const graded = (explanation: string) => ({ score: { explanation, metadata: { grading: [] } } });

const trajectory = (tool: string, command: string) => ({
  'agent/trajectory.json': {
    schema_version: 'ATIF-v1.6',
    agent: {
      name: 'terminus',
      version: '1',
      tool_definitions: [{ type: 'function', function: { name: 'bash' } }],
    },
    steps: [
      {
        step_id: 1,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: 'c', function_name: tool, arguments: { command } }],
      },
    ],
  },
});

const verified = { 'verifier/reward.txt': '0\n', 'verifier/test-stdout.txt': '=== 1 failed in 0.1s ===\n' };
const tau = (task: number, reward: number, info: object = {}) => ({
  task_id: task,
  reward,
  info,
  traj: [],
  trial: 0,
});

const CASES: readonly ReportCase[] = [
  {
    report: 'SWE-bench/SWE-bench#631',
    check: 'hook-only-submission',
    found: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'preds.jsonl': prediction('a-1', 'm', patchOf('conftest.py')),
    },
    twin: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'preds.jsonl': prediction('a-1', 'm', patchOf('src/a.py')),
    },
    file: 'preds.jsonl',
    record: 'instance a-1',
  },
  {
    report: 'SWE-bench/SWE-bench#465',
    check: 'future-history',
    found: {
      'log.json': inspectLog(
        [inspectSample(1, 'C', calls('bash', 'cd /repo && git log --all --oneline | head'))],
        1,
      ),
    },
    twin: {
      'log.json': inspectLog(
        [inspectSample(1, 'C', calls('bash', 'cd /repo && git log --oneline | head'))],
        1,
      ),
    },
    file: 'log.json',
    record: 'sample 1 epoch 1',
    field: 'messages[0].tool_calls[0]',
  },
  {
    report: 'SWE-bench/SWE-bench#393',
    check: 'evaluator-file-edited',
    found: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'preds.jsonl': prediction('a-1', 'm', patchOf('src/a.py', 'tests/test_a.py')),
    },
    twin: {
      'm.run.json': sweReport({ resolved: ['a-1'] }),
      'preds.jsonl': prediction('a-1', 'm', patchOf('src/a.py', 'docs/contests.md')),
    },
    file: 'preds.jsonl',
    record: 'instance a-1',
    says: /tests\/test_a\.py/,
  },
  {
    report: 'SWE-bench/sb-cli#20',
    check: 'gold-fails',
    found: { 'gold.run.json': sweReport({ resolved: ['a-1'], unresolved: ['a-2'] }) },
    twin: { 'gold.run.json': sweReport({ resolved: ['a-1', 'a-2'] }) },
    file: 'gold.run.json',
    record: 'instance a-2',
  },
  {
    report: 'uiuc-kang-lab/agentic-benchmarks, README',
    check: 'null-agent-scores',
    found: { ...harborTrial('t1__a', { ...rewarded(1), agent_info: { name: 'nop', version: '1' } }) },
    twin: {
      ...harborTrial('t1__a', { ...rewarded(0), agent_info: { name: 'nop', version: '1' } }, verified),
    },
    file: 't1__a/result.json',
    record: 'trial t1__a',
  },
  {
    report: 'sierra-research/tau2-bench#15, turned round',
    check: 'basis-contradicted',
    found: {
      'r.json': tau2Results(
        [
          simulation('0', 1, 'user_stop', {
            info: { reward_basis: ['DB', 'ACTION'], action_checks: [{ action_match: false }] },
          }),
        ],
        ['0'],
      ),
    },
    twin: {
      'r.json': tau2Results(
        [
          simulation('0', 1, 'user_stop', {
            info: { reward_basis: ['DB'], action_checks: [{ action_match: false }] },
          }),
        ],
        ['0'],
      ),
    },
    file: 'r.json',
    record: 'task 0 trial 0',
    field: 'reward_info.action_checks',
  },
  {
    report: 'sierra-research/tau2-bench#493',
    check: 'few-survivors',
    found: {
      'r.json': tau2Results(
        [
          simulation('0', 1),
          ...['1', '2', '3'].map((id) => simulation(id, undefined, 'infrastructure_error')),
        ],
        ['0', '1', '2', '3'],
      ),
    },
    twin: {
      'r.json': tau2Results(
        ['0', '1', '2', '3'].map((id) => simulation(id, id === '0' ? 1 : 0)),
        ['0', '1', '2', '3'],
      ),
    },
    file: 'r.json',
    says: /1 of 4 planned runs .* 0\.250 to 1\.000/,
  },
  {
    report: 'sierra-research/tau2-bench#497',
    check: 'pass-k-conventions',
    found: {
      'r.json': tau2Results(
        [
          simulation('0', 1),
          simulation('0', 1, 'user_stop', { trial: 1 }),
          simulation('1', 1),
          simulation('1', undefined, 'infrastructure_error', { trial: 1 }),
        ],
        ['0', '1'],
        2,
      ),
    },
    twin: {
      'r.json': tau2Results(
        [
          simulation('0', 1),
          simulation('0', 1, 'user_stop', { trial: 1 }),
          simulation('1', 1),
          simulation('1', 0, 'user_stop', { trial: 1 }),
        ],
        ['0', '1'],
        2,
      ),
    },
    file: 'r.json',
    says: /pass\^1 by reward is 1\.000 .* 0\.750/,
  },
  {
    report: 'sierra-research/tau2-bench#392',
    check: 'simulator-error',
    found: {
      'r.json': tau2Results([simulation('0', 1), simulation('1', undefined, 'user_error')], ['0', '1']),
    },
    twin: { 'r.json': tau2Results([simulation('0', 1), simulation('1', 0, 'agent_error')], ['0', '1']) },
    file: 'r.json',
    record: 'task 1 trial 0',
    field: 'termination_reason',
  },
  {
    report: 'UKGovernmentBEIS/inspect_ai#3707',
    check: 'errors-dropped',
    found: { 'log.json': inspectLog(inspectSamples(80, 10, 10), 80 / 90) },
    twin: { 'log.json': inspectLog(inspectSamples(80, 20, 0), 0.8) },
    file: 'log.json',
    field: 'results.scores[0].metrics.accuracy.value',
    says: /88\.9 % is of the 90 scored runs; .* 80\.0 % of 100/,
  },
  {
    report: 'UKGovernmentBEIS/inspect_ai#4412',
    check: 'score-not-in-metric',
    found: {
      'log.json': inspectLog(
        [inspectSample(1, 'C'), inspectSample(2, 'C'), inspectSample('lost', 'I', inspectError())],
        1,
      ),
    },
    twin: {
      'log.json': inspectLog(
        [inspectSample(1, 'C'), inspectSample(2, 'C'), inspectSample('lost', 'I')],
        2 / 3,
      ),
    },
    file: 'log.json',
    record: 'sample lost epoch 1',
    field: 'scores.match.value',
  },
  {
    report: 'openai/evals#1712',
    check: 'unparsed-verdict',
    found: {
      'log.json': inspectLog([inspectSample(1, 'I', graded('Grade not found in model output: Hmm.'))], 0),
    },
    twin: { 'log.json': inspectLog([inspectSample(1, 'I', graded('It misses the point.\nGRADE: I'))], 0) },
    file: 'log.json',
    record: 'sample 1 epoch 1',
    field: 'scores.match.explanation',
  },
  {
    report: 'web-arena-x/webarena#272',
    check: 'verdict-inverted',
    found: { 'log.json': inspectLog([inspectSample(1, 'C', graded('The answer differs.\nincorrect'))], 1) },
    twin: { 'log.json': inspectLog([inspectSample(1, 'I', graded('The answer differs.\nincorrect'))], 0) },
    file: 'log.json',
    record: 'sample 1 epoch 1',
  },
  {
    report: 'promptfoo, a grader that failed inside an assertion',
    check: 'unparsed-verdict',
    found: {
      'r.json': promptfooResults([
        promptfooResult(0, false, {
          gradingResult: {
            componentResults: [{ pass: false, score: 0, reason: '', metadata: { graderError: true } }],
          },
        }),
      ]),
    },
    twin: {
      'r.json': promptfooResults([
        promptfooResult(0, false, {
          gradingResult: { componentResults: [{ pass: false, score: 0, reason: 'too long' }] },
        }),
      ]),
    },
    file: 'r.json',
    field: 'gradingResult.componentResults[0].metadata.graderError',
  },
  {
    report: 'NVIDIA-NeMo/nemo-platform#2118',
    check: 'nested-error',
    found: {
      ...harborTrial(
        't1__a',
        {
          ...rewarded(0),
          step_results: [{ step_name: 'one' }, { step_name: 'two', ...raised('RuntimeError') }],
        },
        verified,
      ),
    },
    twin: {
      ...harborTrial(
        't1__a',
        { ...rewarded(0), step_results: [{ step_name: 'one' }, { step_name: 'two' }] },
        verified,
      ),
    },
    file: 't1__a/result.json',
    record: 'trial t1__a',
    field: 'step_results[1].exception_info',
  },
  {
    report: 'huggingface/OpenEnv#1025',
    check: 'no-verdict-as-minimum',
    found: {
      ...harborTrial('t1__a', rewarded(0), {
        ...verified,
        'verifier/test-stdout.txt': 'test.sh: line 3: uvx: command not found\n',
      }),
    },
    twin: { ...harborTrial('t1__a', rewarded(0), verified) },
    file: 't1__a/verifier/test-stdout.txt',
    record: 'trial t1__a',
    says: /command not found/,
  },
  {
    report: 'Harbor, two reward files',
    check: 'rewards-disagree',
    found: {
      ...harborTrial('t1__a', rewarded(1), {
        'verifier/reward.txt': '0\n',
        'verifier/reward.json': { reward: 1 },
      }),
    },
    twin: {
      ...harborTrial('t1__a', rewarded(1), {
        'verifier/reward.txt': '1\n',
        'verifier/reward.json': { reward: 1 },
      }),
    },
    file: 't1__a/verifier/reward.txt',
    record: 'trial t1__a',
  },
  {
    report: 'Harbor, a timeout with a valid reward',
    check: 'timeout-with-reward',
    found: { ...harborTrial('t1__a', { ...rewarded(1), ...raised('AgentTimeoutError') }) },
    twin: { ...harborTrial('t1__a', rewarded(1)) },
    file: 't1__a/result.json',
    record: 'trial t1__a',
    field: 'exception_info',
  },
  {
    report: 'Minions-Land/MagentaBenchmark#37, as tau-bench stores it',
    check: 'crash-as-minimum',
    found: { 'r.json': [tau(0, 1), tau(1, 0, { error: 'rate limit', traceback: '' })] },
    twin: { 'r.json': [tau(0, 1), tau(1, 0)] },
    file: 'r.json',
    record: 'task 1 trial 0',
    field: 'info.error',
  },
  {
    report: 'a crash stored as the success of an attack',
    check: 'crash-as-success',
    found: { 'log.json': inspectLog([inspectSample(1, 'I'), inspectSample(2, 'C', inspectError())], 0.5) },
    twin: { 'log.json': inspectLog([inspectSample(1, 'I'), inspectSample(2, 'C')], 0.5) },
    file: 'log.json',
    record: 'sample 2 epoch 1',
  },
  {
    report: 'a mean over a null',
    check: 'null-in-mean',
    found: {
      'log.json': inspectLog([inspectSample(1, 1), inspectSample(2, 1), inspectSample('none', null)], 0.667),
    },
    twin: {
      'log.json': inspectLog([inspectSample(1, 1), inspectSample(2, 1), inspectSample('none', null)], 1),
    },
    file: 'log.json',
    record: 'sample none epoch 1',
  },
  {
    report: 'SprocketLab/slop-code-bench#30',
    check: 'evaluator-file-read',
    found: { ...harborTrial('t1__a', rewarded(1), trajectory('bash', 'cat /tests/step_2/test_b.py')) },
    twin: { ...harborTrial('t1__a', rewarded(1), trajectory('bash', 'cat /app/tests/step_2/test_b.py')) },
    file: 't1__a/agent/trajectory.json',
    record: 'trial t1__a',
    field: 'steps[0].tool_calls[0]',
  },
  {
    report: 'ServiceNow/insight-bench#4',
    check: 'arguments-swapped',
    found: {
      'log.json': inspectLog(
        [inspectSample(1, 'C', { said: 'something else', score: { answer: 'the target' } })],
        1,
      ),
    },
    twin: {
      'log.json': inspectLog(
        [inspectSample(1, 'C', { said: 'it is the target', score: { answer: 'the target' } })],
        1,
      ),
    },
    file: 'log.json',
    record: 'sample 1 epoch 1',
    field: 'scores.match.answer',
  },
  {
    report: 'ucbepic/DataAgentBench#54',
    check: 'undeclared-tool',
    found: { ...harborTrial('t1__a', rewarded(1), trajectory('web_search', 'labels')) },
    twin: { ...harborTrial('t1__a', rewarded(1), trajectory('bash', 'ls')) },
    file: 't1__a/agent/trajectory.json',
    record: 'trial t1__a',
  },
  {
    report: 'openai/codex#36827, in an evaluation',
    check: 'unpaired-call',
    found: {
      'log.json': inspectLog(
        [inspectSample(1, 'C', { messages: calls('bash', 'ls').messages.slice(0, 1) })],
        1,
      ),
    },
    twin: { 'log.json': inspectLog([inspectSample(1, 'C', calls('bash', 'ls'))], 1) },
    file: 'log.json',
    record: 'sample 1 epoch 1',
  },
  ...REPORTS_OF_SESSIONS,
];

let folders = 0;
async function readFiles(files: Readonly<Record<string, unknown>>) {
  folders += 1;
  const folder = join(root, String(folders));
  writeFiles(folder, files);
  return { folder, results: await logResults({ logs: [folder] }) };
}

for (const { report, check, found, twin, file, record, field, says } of CASES) {
  test(`logResults finds ${check}, as in ${report}, names the record, and finds nothing in the clean twin`, async () => {
    const { results } = await readFiles(found);
    const own = results.findings.filter((finding) => finding.check === check);
    expect(own.length).toBeGreaterThan(0);
    const [first] = own;
    expect(first?.file.endsWith(`/${file}`)).toBe(true);
    if (record !== undefined) expect(first?.record).toBe(record);
    if (field !== undefined) expect(first?.field).toBe(field);
    if (says) expect(first?.what).toMatch(says);
    const silent = await readFiles(twin);
    expect(silent.results.findings).toEqual([]);
  });
}

verifies('results.reports.found-and-spared', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(24);
});

verifies('results.tau2.basis-explained', async () => {
  const { results } = await readFiles(CASES.find(({ check }) => check === 'basis-contradicted')?.twin ?? {});
  expect(results.findings).toEqual([]);
  expect(results.sources[0]?.problems.map(({ code, record }) => [code, record])).toEqual([
    ['not-in-basis', 'task 0 trial 0'],
  ]);
});
