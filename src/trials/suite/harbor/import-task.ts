import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivateValues } from '../../criteria/line.ts';
import { TRIALS } from '../all-trials.ts';
import { canHoldWorkspace } from './command-verifier.ts';
import { imageFiles } from './image-files.ts';
import { importedTrial } from './imported-trial.ts';
import type { Loss } from './losses.ts';
import { readTask, type TaskFolder, taskText } from './read-task.ts';
import { type ExportNote, ExportNoteSchema } from './task-form.ts';

/** One file of an imported trial: a text, or a copy of a file of the task. */
type TrialFile = { readonly text: string } | { readonly copy: string };

/** A trial that was made of a task: its files, and what could not be known or kept. */
export interface ImportedTask {
  readonly id: string;
  readonly title: string;
  /** Files of the trial's folder by path; those given as a path are copied from the task. */
  readonly files: ReadonlyMap<string, TrialFile>;
  readonly losses: readonly Loss[];
}

const DEFAULT_SECONDS = 600;
const OWN_ID = 'T99';
const TRIAL_FILE = 'trial.mjs';

const loss = (part: string, fate: Loss['fate'], says: string): Loss => ({ part, fate, says });

function noteOf({ form }: TaskFolder): ExportNote | undefined {
  const read = ExportNoteSchema.safeParse(form.metadata?.['measurand']);
  return read.success ? read.data : undefined;
}

/** The trial's own file, which an exported trial of one's own carries with it. */
function ownTrial(task: TaskFolder, { own, trial, title }: ExportNote): ImportedTask | undefined {
  if (own === undefined || !/^own\/[\w.-]+\.mjs$/.test(own)) return undefined;
  const text = taskText(task, `${task.last}tests/${own}`);
  const losses = [
    loss('trial', 'kept', 'the task was made of a trial and carries its file, which is taken as it is'),
  ];
  return { id: trial, title, files: new Map([[TRIAL_FILE, { text }]]), losses };
}

/** Whether a task still says what the trial of the suite says of which it was made. */
function unchanged(
  task: TaskFolder,
  prompts: readonly string[],
  given: Readonly<Record<string, string>>,
): boolean {
  const same = (path: string, text: string): boolean => task.files.has(path) && taskText(task, path) === text;
  return (
    task.prompts.join('\0') === prompts.map((prompt) => `${prompt}\n`).join('\0') &&
    Object.entries(given).every(([path, text]) => same(`environment/workspace/${path}`, text))
  );
}

function suiteTrial(task: TaskFolder, note: ExportNote): ImportedTask | undefined {
  const trial = TRIALS.find(({ id }) => id === note.trial);
  if (!trial) return undefined;
  const values: PrivateValues = trial.valuesFor(note.seed);
  if (!unchanged(task, trial.prompts, trial.workspace?.(values) ?? {})) return undefined;
  const text = `// The task was made of a trial of the suite, and nothing of it was changed since.\nexport default ({ suite }) => suite('${trial.id}');\n`;
  return {
    ...{ id: trial.id, title: note.title, files: new Map([[TRIAL_FILE, { text }]]) },
    losses: [
      loss('trial', 'kept', `it is ${trial.id} of the suite, which says all that the task has no place for`),
    ],
  };
}

const KNOWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '': ['schema_version', 'version', 'task', 'metadata', 'agent', 'verifier', 'environment', 'steps'],
  agent: ['timeout_sec'],
  verifier: ['timeout_sec', 'env'],
  environment: ['workdir', 'docker_image', 'mcp_servers', 'build_timeout_sec'],
};

/** Members of `task.toml` that a trial has no place for. */
function memberLosses({ form }: TaskFolder): readonly Loss[] {
  return Object.entries(KNOWN_MEMBERS).flatMap(([table, known]) => {
    const members = table === '' ? form : (form[table] as Readonly<Record<string, unknown>> | undefined);
    return Object.keys(members ?? {})
      .filter((name) => !known.includes(name))
      .map((name) =>
        loss(`task.toml ${table === '' ? name : `${table}.${name}`}`, 'lost', 'a trial has no place for it'),
      );
  });
}

function environmentLosses({ form, prompts, files, last }: TaskFolder, workdir: string): readonly Loss[] {
  const { mcp_servers: servers = [], docker_image: image } = form.environment ?? {};
  const compose = [...files.keys()].some((path) => /^environment\/(?:docker-)?compose\.ya?ml$/.test(path));
  const earlier = (form.steps ?? [])
    .slice(0, -1)
    .filter(({ name }) => files.has(`steps/${name}/tests/test.sh`));
  return [
    ...servers.map(({ name }) =>
      loss(`tools of ${name}`, 'lost', 'the server runs in a container; write it as a service of the trial'),
    ),
    ...(compose
      ? [loss('containers beside it', 'lost', 'environment/docker-compose.yaml is not started')]
      : []),
    ...(image === undefined ? [] : [loss(`image ${image}`, 'unknown', 'what it holds is not looked up')]),
    ...(prompts.some((prompt) => prompt.includes(`${workdir}/`))
      ? [
          loss(
            'paths in the prompt',
            'unknown',
            `it names paths below ${workdir}; a run has its workspace elsewhere`,
          ),
        ]
      : []),
    ...earlier.map(({ name }) =>
      loss(`verifier of ${name}`, 'lost', `the one of the last step judges: ${last}`),
    ),
    loss(
      'mechanism',
      'unknown',
      'which property it is about stands in no task; Execution, EXE-01 is a placeholder',
    ),
    loss(
      'private values',
      'unknown',
      'a task has one fixed truth: nothing in it follows from the seed of a run',
    ),
    loss(
      'Harness sheet',
      'unknown',
      'two lines that hold for every trial stand there; add those of its mechanism',
    ),
  ];
}

function workspaceOf(task: TaskFolder): ReturnType<typeof imageFiles> {
  const below = [...task.files.keys()]
    .filter((path) => path.startsWith('environment/'))
    .map((path) => path.slice('environment/'.length));
  const dockerfile = below.includes('Dockerfile') ? taskText(task, 'environment/Dockerfile') : '';
  return imageFiles(dockerfile, below, task.form.environment?.workdir);
}

interface Given {
  readonly texts: Readonly<Record<string, string>>;
  readonly losses: readonly Loss[];
}

/** The workspace's files as texts; apparatus has its own files in `bin/` and `.git/`. */
function givenTexts(task: TaskFolder, copies: ReadonlyMap<string, string>): Given {
  const texts: Record<string, string> = {};
  const losses: Loss[] = [];
  for (const [from, to] of copies) {
    if (/^(?:bin|\.git)(?:\/|$)/.test(to)) {
      losses.push(loss(`workspace file ${to}`, 'lost', 'the apparatus of a run has its own files there'));
      continue;
    }
    try {
      texts[to] = taskText(task, `environment/${from}`);
    } catch {
      losses.push(loss(`workspace file ${to}`, 'lost', 'it is no text of at most 1 MiB'));
    }
  }
  return { texts, losses };
}

function solutionOf(task: TaskFolder): string | undefined {
  const own = [...task.files.keys()].filter((path) => path.startsWith(`${task.last}solution/`));
  const path = `${task.last}solution/solve.sh`;
  return own.length === 1 && own[0] === path && task.prompts.length === 1 ? taskText(task, path) : undefined;
}

function generic(task: TaskFolder): ImportedTask {
  const { form, prompts, last, files } = task;
  const image = workspaceOf(task);
  const workdir = canHoldWorkspace(image.workdir) ? image.workdir : '/app';
  const { texts, losses } = givenTexts(task, image.copies);
  // Files of the step's own verifier are laid over those that all steps share.
  const tests = [...new Set(['tests/', `${last}tests/`])].flatMap((place) =>
    [...files.keys()]
      .filter((path) => path.startsWith(place))
      .map((path) => [`tests/${path.slice(place.length)}`, { copy: join(task.folder, path) }] as const),
  );
  const solution = solutionOf(task);
  const verifier = form.verifier ?? {};
  const env = Object.fromEntries(
    Object.entries(verifier.env ?? {}).filter(([, value]) => !value.includes('${')),
  );
  const title = form.task?.description || form.task?.name || 'An imported task';
  const secondsPerTurn = Math.ceil(form.agent?.timeout_sec ?? DEFAULT_SECONDS);
  const seconds = Math.ceil(verifier.timeout_sec ?? DEFAULT_SECONDS);
  const text = importedTrial({
    ...{ id: OWN_ID, title, prompts, workspace: texts, workdir, secondsPerTurn, seconds, env },
    ...(solution === undefined ? {} : { solution }),
  });
  const hasVerifier = tests.some(([path]) => path === 'tests/test.sh');
  return {
    ...{ id: OWN_ID, title },
    files: new Map<string, TrialFile>([[TRIAL_FILE, { text }], ...tests]),
    losses: [
      loss('prompts', 'kept', prompts.length === 1 ? 'one turn' : `${prompts.length} turns`),
      loss('time', 'kept', `${secondsPerTurn} s a turn, ${seconds} s for the verifier`),
      loss('workspace', 'kept', `${Object.keys(texts).length} files, at ${workdir} while the verifier runs`),
      hasVerifier
        ? loss('verifier', 'kept', 'tests/test.sh, run apart from the machine and without a network')
        : loss('verifier', 'lost', 'there is no tests/test.sh'),
      solution === undefined
        ? loss(
            'script',
            'unknown',
            'the solution is not one script: no fixed model makes the moves of this trial',
          )
        : loss('script', 'changed', 'solution/solve.sh in one command, so it says nothing of an Agent layer'),
      ...losses,
      ...image.losses,
      ...memberLosses(task),
      ...environmentLosses(task, workdir),
    ],
  };
}

/**
 * Makes a trial of a Harbor task folder. One that was exported from a trial becomes that trial again; of any other the
 * prompts, the workspace and the verifier are taken, and what a task does not say is marked as unknown.
 *
 * @throws MeasurandError `not-a-task`, `task-toml`, `task-unsafe`, `task-too-large`, `task-not-text`
 */
export function importTask(folder: string): ImportedTask {
  const task = readTask(folder);
  const note = noteOf(task);
  return (note && (ownTrial(task, note) ?? suiteTrial(task, note))) ?? generic(task);
}

/** The bytes of a file of an imported trial. */
export const importedBytes = (file: TrialFile): string | Buffer =>
  'text' in file ? file.text : readFileSync(file.copy);
