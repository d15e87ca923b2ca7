import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { yamlSource } from '../../study/declaration/yaml.ts';

const Name = z.string().min(1);

const Slice = z.strictObject({
  format: z.literal('measurand.slice/1'),
  id: Name,
  title: Name,
  scaffolds: z.array(Name).min(2),
  models: z.array(Name).min(2),
  /** How many tasks every cell has; they are numbered from 0. */
  tasks: z.int().min(2).max(10_000),
  /** Two scaffolds whose rewards are paired by task. */
  paired: z.strictObject({ a: Name, b: Name }),
  /** The cell that was run twice. */
  retest: z.strictObject({ scaffold: Name, model: Name }),
  /** Rows that are replayed when no others are named, beside this file. */
  recording: Name,
});
export type SliceDesign = z.output<typeof Slice>;

/** Whether a study file declares a slice: scaffolds by models by tasks of a foreign benchmark. */
export function isSliceFile(file: string): boolean {
  if (!/\.ya?ml$/.test(file)) return false;
  try {
    return /^format:\s*measurand\.slice\//m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** @throws MeasurandError `unreadable` */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}

/** @throws MeasurandError `unreadable`, `invalid-study` naming the field */
export function readSlice(file: string): SliceDesign {
  const { value } = yamlSource(readText(file), file);
  const read = Slice.safeParse(value);
  const [issue] = read.error?.issues ?? [];
  const wrong = (what: string, field: string): MeasurandError =>
    new MeasurandError('invalid-study', what, { file, field, next: 'See examples/tau-slice.yaml' });
  if (!read.success) throw wrong(issue?.message ?? 'is no slice', issue?.path.join('.') ?? '');
  const { scaffolds, models, paired, retest } = read.data;
  for (const [field, name, known] of [
    ['paired.a', paired.a, scaffolds],
    ['paired.b', paired.b, scaffolds],
    ['retest.scaffold', retest.scaffold, scaffolds],
    ['retest.model', retest.model, models],
  ] as const) {
    if (!known.includes(name)) throw wrong(`${JSON.stringify(name)} is not in the design`, field);
  }
  return read.data;
}
