/** What is known of a task when it becomes a trial. */
export interface KnownOfTask {
  readonly id: string;
  readonly title: string;
  readonly prompts: readonly string[];
  readonly workspace: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly secondsPerTurn: number;
  readonly seconds: number;
  readonly env: Readonly<Record<string, string>>;
  /** Text of the one script that solves it. */
  readonly solution?: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2).replace(/\n/g, '\n    ');

/** The file of a trial that was made of a task. UNKNOWN marks what stands in no task. */
export const importedTrial = (known: KnownOfTask): string => `// @ts-check
/** ${known.title.replaceAll('*/', '').replace(/\s+/g, ' ')}: made of a task folder. UNKNOWN marks what a task does not say. */

const PROMPTS = ${json(known.prompts)};
const WORKSPACE = ${json(known.workspace)};
const SOLUTION = ${JSON.stringify(known.solution ?? '')};

/** @param {any} kit everything that a trial is made with: see docs/writing-trials.md */
export default ({ defineTrial, lines, script, task }) =>
  defineTrial({
    id: '${known.id}',
    outline: {
      title: ${JSON.stringify(known.title.slice(0, 200))},
      // UNKNOWN: which mechanism of a harness it is about.
      dimension: 'Execution',
      property: 'EXE-01',
      also: [],
      turns: '${known.prompts.length === 1 ? 'single' : 'multi'}',
      live: true,
      story: 'An imported task.',
      private: 'UNKNOWN: nothing in a task follows from the seed of a run',
      anchor: 'verifier of the task',
      hardGate: null,
      harness: ['K1', 'K11'],
      agent: ['V1'],
      chain: 'UNKNOWN',
    },
    prompts: PROMPTS,
    needs: [${known.prompts.length === 1 ? '' : "'resume'"}],
    draw() {},
    workspace: () => WORKSPACE,
    secondsPerTurn: ${known.secondsPerTurn},
    // UNKNOWN: which files the verifier looks at.
    outputs: [],
    verify: (evidence) => task.verified(evidence, COMMAND),
    gates: [],
    // UNKNOWN: lines of its mechanism.
    harness: [lines.everyCallPaired(), lines.exitStatus(${known.prompts.length - 1}, 'ok')],
    agent: [
      lines.particular('V1', 'the verifier of the task accepts the work', ['happened'], {
        select: (evidence) => [
          { source: 'happened', place: 'tests/test.sh', value: task.verified(evidence, COMMAND) },
        ],
        decide: ([item]) => lines.when(item?.value === true, \`the reward is \${item?.value ? 1 : 0}\`),
      }),
    ],
    chains: [],
    script: {
      style: 'blind',
      agentLayer: 'none',
      keys: ['solve'],
      plan: () =>
        script.alone(
          script.stepwise(
            '${known.id.toLowerCase()}',
            SOLUTION === '' ? [] : [script.step('solve', { move: 'shell', command: SOLUTION })],
            () => 'Done.',
          ),
        ),
    },
  });

/** How the verifier is run on what was left. */
const COMMAND = {
  beside: import.meta.url,
  tests: './tests/',
  workdir: ${JSON.stringify(known.workdir)},
  seconds: ${known.seconds},
  env: ${json(known.env)},
};
`;
