import { readFileSync } from 'node:fs';
import { stringify } from 'smol-toml';
import { MeasurandError } from '../../../core/errors.ts';
import { playReference, type ReferencePlay } from '../lint/solvable.ts';
import { exportLosses, type Loss } from './losses.ts';
import { judgeTask, type TaskVerdict } from './runtime/verify.ts';
import { APPARATUS, type ExportedTrial, OWN_FILE, type TaskPart, taskCode, taskName } from './task-code.ts';
import { type ExportNote, TASK_SCHEMA } from './task-form.ts';

const NODE_IMAGE = 'node:24-bookworm-slim';
const VERIFIER_SECONDS = 60;
const BUILD_SECONDS = 600;

/** One file of a task. */
export interface TaskFile {
  readonly text: string;
  readonly executable?: true;
}

/** A task folder as files by path, with what it keeps of the trial. */
export interface ExportedTask {
  readonly name: string;
  readonly files: ReadonlyMap<string, TaskFile>;
  readonly losses: readonly Loss[];
}

const nameOfTurn = (turn: number): string => `turn-${turn + 1}`;

const hasApparatus = ({ trial: { programs = [], services = [] } }: ExportedTrial): boolean =>
  programs.length + services.length > 0;

function configuration(exported: ExportedTrial): string {
  const { trial, seed, file } = exported;
  const { id, prompts, services = [], secondsPerTurn, outline, outputs } = trial;
  const { title, dimension, property } = outline;
  const note: ExportNote = {
    ...{ format: 'measurand.harbor-task/1', trial: id, title, dimension, property, seed },
    outputs: [...outputs],
    ...(file === undefined ? {} : { own: OWN_FILE }),
  };
  const servers = services.map(({ name }) => ({
    ...{ name, transport: 'streamable-http', url: `${APPARATUS}/mcp/${name}` },
  }));
  const multi = prompts.length > 1;
  return stringify({
    schema_version: TASK_SCHEMA,
    ...(multi ? { multi_step_reward_strategy: 'final' } : {}),
    task: { name: `measurand/${taskName(exported)}`, description: title, keywords: [dimension, property] },
    metadata: { measurand: note },
    agent: { timeout_sec: secondsPerTurn },
    verifier: { timeout_sec: VERIFIER_SECONDS },
    environment: {
      ...{ build_timeout_sec: BUILD_SECONDS, workdir: '/app' },
      ...(servers.length > 0 ? { mcp_servers: servers } : {}),
    },
    ...(multi ? { steps: prompts.map((_, turn) => ({ name: nameOfTurn(turn) })) } : {}),
  });
}

/** A helper program asks the apparatus what to do, so that it holds no private value. */
const programText = (name: string): string => `#!/bin/sh
bin=$(cd "$(dirname "$0")" && pwd)
exec node "$bin/.play.mjs" "\${TRIAL_APPARATUS:-${APPARATUS}}/programs" "$(dirname "$bin")" '${name}' "$@"
`;

function workspaceFiles({ trial, seed }: ExportedTrial): readonly (readonly [string, TaskFile])[] {
  const { programs = [], workspace, valuesFor } = trial;
  const player = new URL('../programs/play.mjs', import.meta.url);
  return [
    ...Object.entries(workspace?.(valuesFor(seed)) ?? {}).map(([path, text]) => [path, { text }] as const),
    ...(programs.length > 0 ? [['bin/.play.mjs', { text: readFileSync(player, 'utf8') }] as const] : []),
    ...programs.map(({ name }) => [`bin/${name}`, { text: programText(name), executable: true }] as const),
  ];
}

const COMPOSE = `# Laid over the configuration that the agent's container, main, has already.
services:
  main:
    depends_on:
      apparatus:
        condition: service_healthy
  apparatus:
    build:
      context: ./apparatus
    expose:
      - "${new URL(APPARATUS).port}"
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${new URL(APPARATUS).port}/health').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
      interval: 2s
      timeout: 5s
      retries: 30
`;

const APPARATUS_IMAGE = `FROM ${NODE_IMAGE}
WORKDIR /apparatus
COPY . .
CMD ["node", "apparatus.mjs"]
`;

function environmentFiles(exported: ExportedTrial): readonly (readonly [string, TaskFile])[] {
  const given = workspaceFiles(exported);
  const image = `FROM ${NODE_IMAGE}\nWORKDIR /app\n${given.length > 0 ? 'COPY workspace/ /app/\n' : ''}`;
  return [
    ['environment/Dockerfile', { text: image }],
    ...given.map(([path, file]) => [`environment/workspace/${path}`, file] as const),
    ...(hasApparatus(exported)
      ? [
          ['environment/docker-compose.yaml', { text: COMPOSE }] as const,
          ['environment/apparatus/Dockerfile', { text: APPARATUS_IMAGE }] as const,
          ...codeFiles('environment/apparatus', 'apparatus', exported),
        ]
      : []),
  ];
}

const codeFiles = (
  folder: string,
  part: TaskPart,
  exported: ExportedTrial,
  turn = 0,
): readonly (readonly [string, TaskFile])[] =>
  [...taskCode(part, exported, turn)].map(([path, text]) => [`${folder}/${path}`, { text }] as const);

const script = (part: string): TaskFile => ({
  text: `#!/bin/sh\nexec node "$(dirname "$0")/${part}.mjs"\n`,
  executable: true,
});

/** A step before the last is not judged: private values stand in a verifier, and the agent comes back after it. */
const PASSED: TaskFile = {
  text: `#!/bin/sh
logs="\${TRIAL_LOGS:-/logs/verifier}"
mkdir -p "$logs" && echo 1 > "$logs/reward.txt"
`,
  executable: true,
};

function turnFiles(exported: ExportedTrial, turn: number): readonly (readonly [string, TaskFile])[] {
  const { prompts } = exported.trial;
  const place = prompts.length === 1 ? '' : `steps/${nameOfTurn(turn)}/`;
  const last = turn === prompts.length - 1;
  return [
    [`${place}instruction.md`, { text: `${prompts[turn]}\n` }],
    [`${place}solution/solve.sh`, script('solve')],
    ...codeFiles(`${place}solution`, 'solve', exported, turn),
    [`${place}tests/test.sh`, last ? script('verify') : PASSED],
    ...(last ? codeFiles(`${place}tests`, 'verify', exported) : []),
  ];
}

/** Tries on a run of the reference harness whether the anchor of truth can do without the harness's record. */
async function tried({ trial, seed }: ExportedTrial, options: ReferencePlay): Promise<TaskVerdict> {
  const { evidence } = await playReference(trial, options, undefined, seed);
  const { before = {}, after = {} } = evidence.happened ?? {};
  const verdict = judgeTask(trial, seed, { before, after }, evidence.committed ?? []);
  const idle = judgeTask(trial, seed, { before, after: before }, []);
  if (verdict.verified && !idle.verified) return verdict;
  throw new MeasurandError(
    'not-exportable',
    `its anchor of truth needs the ${[...new Set([...verdict.unseen, ...idle.unseen])].join(', ') || 'harness'}, which a task folder does not show its verifier`,
    { record: trial.id, kind: 'unsupported' },
  );
}

/**
 * Makes a Harbor task of a trial: instruction, environment, verifier and solution that run without this package.
 *
 * @throws MeasurandError `not-exportable` where a verifier inside a task could not tell a good run from a bad one
 */
export async function exportTask(exported: ExportedTrial, options: ReferencePlay): Promise<ExportedTask> {
  const verdict = await tried(exported, options);
  const losses = exportLosses(exported.trial, exported.seed, verdict);
  const turns = exported.trial.prompts.map((_, turn) => turnFiles(exported, turn));
  return {
    name: taskName(exported),
    losses,
    files: new Map<string, TaskFile>([
      ['task.toml', { text: configuration(exported) }],
      ['losses.json', { text: `${JSON.stringify(losses, null, 2)}\n` }],
      ...environmentFiles(exported),
      ...turns.flat(),
    ]),
  };
}
