import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { MeasurandError } from '../../../core/errors.ts';
import { type TaskForm, TaskFormSchema } from './task-form.ts';

/** How large a task folder may be. */
export interface TaskBounds {
  readonly files: number;
  readonly bytes: number;
}

const BOUNDS: TaskBounds = { files: 5000, bytes: 67_108_864 };
const LARGEST_TEXT = 1_048_576;
const DEEPEST = 32;

/** A task folder as it was read: its form, and every file by path with its size. */
export interface TaskFolder {
  readonly folder: string;
  readonly form: TaskForm;
  /** The words of each turn. */
  readonly prompts: readonly [string, ...string[]];
  /** Where the verifier of the last turn and its solution stand. */
  readonly last: string;
  readonly files: ReadonlyMap<string, Stats>;
}

const refuse = (code: string, what: string, file: string, next?: string): never => {
  throw new MeasurandError(code, what, { file, ...(next === undefined ? {} : { next }) });
};

/** Paths below a folder in their order. Links are not followed: one is enough to refuse the whole folder. */
function* pathsBelow(folder: string, below: string, depth: number): Generator<readonly [string, Stats]> {
  if (depth > DEEPEST) refuse('task-too-large', `has folders more than ${DEEPEST} deep`, folder);
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) yield* pathsBelow(folder, path, depth + 1);
    else if (stats.isFile()) yield [path, stats];
    else {
      const kind = stats.isSymbolicLink() ? 'a link' : 'no plain file';
      refuse('task-unsafe', `is ${kind}, and a task is read from plain files only`, join(folder, path));
    }
  }
}

function filesOf(folder: string, most: TaskBounds): ReadonlyMap<string, Stats> {
  const files = new Map<string, Stats>();
  let bytes = 0;
  for (const [path, stats] of pathsBelow(folder, '', 0)) {
    files.set(path, stats);
    bytes += stats.size;
    if (files.size > most.files) refuse('task-too-large', `has more than ${most.files} files`, folder);
    if (bytes > most.bytes) refuse('task-too-large', `holds more than ${most.bytes} bytes`, folder);
  }
  return files;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text of a task folder. @throws MeasurandError `not-a-task`, `task-too-large`, `task-not-text` */
export function taskText({ folder, files }: Pick<TaskFolder, 'folder' | 'files'>, path: string): string {
  const file = join(folder, path);
  const stats = files.get(path);
  if (!stats) return refuse('not-a-task', 'is not there', file, 'A task has task.toml and instruction.md');
  if (stats.size > LARGEST_TEXT)
    return refuse('task-too-large', `is larger than ${LARGEST_TEXT} bytes`, file);
  try {
    return UTF8.decode(readFileSync(file));
  } catch {
    return refuse('task-not-text', 'is no UTF-8 text', file);
  }
}

function formOf(text: string, file: string): TaskForm {
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    const [what = ''] = (cause as Error).message.split('\n');
    return refuse('task-toml', `is no TOML: ${what.replace(/^Invalid TOML document: /, '')}`, file);
  }
  const read = TaskFormSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MeasurandError('task-toml', `is not in the form of a task: ${issue?.message ?? ''}`, {
    file,
    field: issue?.path.join('.') ?? '',
  });
}

function statsOf(folder: string): Stats {
  try {
    return lstatSync(folder);
  } catch {
    return refuse('not-a-task', 'is not there', folder);
  }
}

/**
 * Reads a Harbor task folder, of one turn or of several steps. Its size is bounded, and nothing outside it is read.
 *
 * @throws MeasurandError `not-a-task`, `task-toml`, `task-unsafe`, `task-too-large`, `task-not-text`
 */
export function readTask(folder: string, bounds = BOUNDS): TaskFolder {
  if (!statsOf(folder).isDirectory()) refuse('not-a-task', 'is no folder', folder);
  const files = filesOf(folder, bounds);
  const form = formOf(taskText({ folder, files }, 'task.toml'), join(folder, 'task.toml'));
  const places = form.steps?.length ? form.steps.map(({ name }) => `steps/${name}/`) : [''];
  const [first = '', ...more] = places.map((place) => taskText({ folder, files }, `${place}instruction.md`));
  return {
    ...{ folder, form, files, prompts: [first, ...more] },
    last: places.at(-1) ?? '',
  };
}
