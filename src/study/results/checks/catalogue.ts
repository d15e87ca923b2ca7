interface Check {
  readonly title: string;
  /** `error`: a number is wrong or rests on something that it must not; `warning`: it may mislead. */
  readonly level: 'error' | 'warning';
  /** What it means for the number, and what to do. */
  readonly help: string;
}

/** Everything that is looked for in logs. */
export const CHECKS = {
  'errors-dropped': {
    title: 'The published figure leaves errored runs out',
    level: 'error',
    help: 'Runs that erred stand in neither the numerator nor the denominator. Publish the figure beside the number of errors, or with its bounds.',
  },
  'few-survivors': {
    title: 'A figure rests on few of the planned runs',
    level: 'error',
    help: 'Fewer than half of the planned runs were scored, so the bounds are wider than what they enclose. Publish no headline.',
  },
  'score-not-in-metric': {
    title: 'A score stands in the log but not in the metric',
    level: 'error',
    help: 'The record was scored and the aggregate does not count it. Compute the aggregate again.',
  },
  'null-in-mean': {
    title: 'A mean counts a score that is none',
    level: 'error',
    help: 'A missing score entered the published mean as a number. Count it as unscored.',
  },
  'published-unmatched': {
    title: 'The published figure follows no convention',
    level: 'warning',
    help: 'Neither dropping nor counting errors gives it from the runs in the file. Ask how it was computed.',
  },
  'crash-as-minimum': {
    title: 'A crash is stored as the lowest score',
    level: 'error',
    help: 'The run did not finish, and its score says that it failed. Count it as errored.',
  },
  'crash-as-success': {
    title: 'A crash is stored as a success',
    level: 'error',
    help: 'The run did not finish, and its score is the highest. Count it as errored.',
  },
  'nested-error': {
    title: 'An exception within a step is not counted',
    level: 'error',
    help: 'A step failed by exception, the run as a whole says that it did not. Count it as errored.',
  },
  'no-verdict-as-minimum': {
    title: 'The verifier failed and its silence is stored as the lowest reward',
    level: 'error',
    help: 'There was no verdict. Count the run as errored and mend the verifier.',
  },
  'rewards-disagree': {
    title: 'Two reward files disagree',
    level: 'error',
    help: 'Which of them is the verdict cannot be told from the files. Let the verifier write one.',
  },
  'timeout-with-reward': {
    title: 'A run that timed out carries a reward',
    level: 'warning',
    help: 'The verifier judged what was there when time ran out. State whether such rewards count.',
  },
  'unparsed-verdict': {
    title: "A judge's answer could not be read and counts as a score",
    level: 'error',
    help: 'The judge gave no verdict. Count the run as unscored.',
  },
  'verdict-inverted': {
    title: "A score contradicts the judge's own words",
    level: 'error',
    help: 'The text says the opposite of the score, as when a word is found within its negation. Read verdicts as whole words.',
  },
  'arguments-swapped': {
    title: 'Answer and target stand in each other’s place',
    level: 'error',
    help: 'What the scorer took as the answer is the target, which the run never said. Swap the arguments and score again.',
  },
  'future-history': {
    title: 'A run looked at commits of the future',
    level: 'error',
    help: 'The history in its workspace holds the solution. Remove it, and read the score without these runs.',
  },
  'evaluator-file-read': {
    title: 'A run read files of the evaluator',
    level: 'error',
    help: 'Tests or solutions were within reach. Read the score without these runs.',
  },
  'evaluator-file-edited': {
    title: 'A submission changes files of the evaluator',
    level: 'error',
    help: 'Tests that the submission brings may decide its own verdict. Restore them before scoring.',
  },
  'hook-only-submission': {
    title: 'A submission that holds nothing but a test hook is scored as solved',
    level: 'error',
    help: 'No line of the program was changed. Run the tests without files that the submission brings to them.',
  },
  'forged-verdict': {
    title: 'A submission writes what its evaluator reads the verdict from',
    level: 'error',
    help: 'The log of the tests is within reach of what is tested. Take the verdict from where a submission cannot write.',
  },
  'gold-fails': {
    title: 'A reference solution does not pass',
    level: 'error',
    help: 'Nobody can be expected to solve the task as it is scored, and the ceiling is below 1.',
  },
  'null-agent-scores': {
    title: 'An agent that does nothing scores',
    level: 'error',
    help: 'The floor of the task is above the minimum.',
  },
  'undeclared-tool': {
    title: 'A run used a tool that was not declared',
    level: 'error',
    help: 'The run had more means than its task allows. Its success does not count as one.',
  },
  'simulator-error': {
    title: 'A run ended by an error of the simulated user',
    level: 'warning',
    help: 'That is no failure of the agent. Read the figure with and without these runs.',
  },
  'pass-k-conventions': {
    title: 'Two conventions give different pass^k',
    level: 'warning',
    help: 'Over the runs that could be judged, and over all that were planned. Say which one is published.',
  },
  'basis-contradicted': {
    title: 'A reward contradicts the checks that it is declared to rest on',
    level: 'error',
    help: 'A check within the basis of the reward failed, and the reward is full.',
  },
  'usage-repeated': {
    title: 'Token counts are repeated in the records',
    level: 'warning',
    help: 'Adding every record counts responses more than once. Count each response once.',
  },
  'undelivered-completion': {
    title: 'A background task was started, and its end was never delivered',
    level: 'error',
    help: 'The agent was never told what came of it. A missing result is not an empty one.',
  },
  'unpaired-call': {
    title: 'A tool call has no result in the log',
    level: 'warning',
    help: 'Whether it ran cannot be told. It is kept unpaired, and nothing is invented for it.',
  },
  'synthetic-result': {
    title: 'A tool result was put in by the harness',
    level: 'warning',
    help: 'It is not what a tool returned. Do not read it as what the model was shown.',
  },
  'conversion-loss': {
    title: 'Records of the log could not be read',
    level: 'error',
    help: 'Numbers from this source leave them out. The problems name each.',
  },
  'identical-submissions': {
    title: 'Different models handed in the same bytes',
    level: 'warning',
    help: 'Where a scaffold writes what is scored, the score does not tell models apart.',
  },
  'ranking-unsettled': {
    title: 'A ranking could turn round within its bounds',
    level: 'warning',
    help: 'The unscored runs could reverse it. Publish the order only with the bounds.',
  },
} as const satisfies Readonly<Record<string, Check>>;

export type CheckId = keyof typeof CHECKS;

export const CHECK_IDS = Object.keys(CHECKS) as CheckId[];
