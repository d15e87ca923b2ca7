import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { byCodePoint } from '../../core/canonical.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { VectorCase, VectorOutcome, VectorSuite } from './vector-suite.ts';

/** A larger file is one failed case: it would not fit beside its parsed form. */
const MOST_BYTES = 256 * 2 ** 20;

/** A case that did not pass, with the reason. */
export interface UnpassedCase {
  readonly id: string;
  readonly why: string;
}

export interface VectorCounts {
  readonly passed: number;
  readonly failed: number;
  readonly unsupported: number;
}

/** How one file came out. `suite` is null for a file that could not be read as JSON, which counts as one failed case. */
export interface VectorFile extends VectorCounts {
  /** Below the folder that was walked, with forward slashes. */
  readonly path: string;
  readonly suite: string | null;
  readonly failures: readonly UnpassedCase[];
  readonly unsupportedCases: readonly UnpassedCase[];
}

export interface VectorReport extends VectorCounts {
  readonly files: readonly VectorFile[];
  /** Files of JSON that no suite recognises by its shape; not counted. */
  readonly unrecognised: readonly string[];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Links are followed, except to a folder that is being walked already. */
function walk(folder: string, above: readonly string[]): string[] {
  const real = realpathSync(folder);
  if (above.includes(real)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const kind = statSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return walk(path, [...above, real]);
    return name.endsWith('.json') ? [path] : [];
  });
}

/** The JSON files below a folder, in code-point order of their paths. */
function jsonFiles(root: string): readonly string[] {
  try {
    return statSync(root).isDirectory() ? walk(root, []).sort(byCodePoint) : [root];
  } catch (error) {
    throw new MeasurandError('unreadable', `cannot be read (${reasonOf(error)})`, {
      file: root,
      next: 'Give a folder that holds vector files',
      cause: error,
    });
  }
}

interface SourceDocument {
  readonly document: JsonValue;
  readonly source: string;
}

/** @throws Error saying why the file is no usable JSON */
function readDocument(path: string): SourceDocument {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`holds ${size} bytes, more than the ${MOST_BYTES} that are read`);
  const source = readFileSync(path, 'utf8');
  try {
    return { document: JSON.parse(source) as JsonValue, source };
  } catch (error) {
    throw new Error(`is not JSON: ${reasonOf(error)}`, { cause: error });
  }
}

async function outcomeOf(vectorCase: VectorCase): Promise<VectorOutcome> {
  try {
    return await vectorCase.run();
  } catch (error) {
    return { state: 'failed', why: `threw ${reasonOf(error)}` };
  }
}

async function runFile(
  path: string,
  suite: VectorSuite,
  { document, source }: SourceDocument,
): Promise<VectorFile> {
  const failures: UnpassedCase[] = [];
  const unsupportedCases: UnpassedCase[] = [];
  let passed = 0;
  for (const vectorCase of suite.cases(document, source)) {
    const outcome = await outcomeOf(vectorCase);
    if (outcome.state === 'passed') passed += 1;
    else
      (outcome.state === 'failed' ? failures : unsupportedCases).push({
        id: vectorCase.id,
        why: outcome.why,
      });
  }
  return {
    path,
    suite: suite.id,
    passed,
    failed: failures.length,
    unsupported: unsupportedCases.length,
    failures,
    unsupportedCases,
  };
}

/** A file, or a suite's reading of it, that broke down as a whole. */
function brokenFile(path: string, suite: string | null, why: string): VectorFile {
  return {
    path,
    suite,
    passed: 0,
    failed: 1,
    unsupported: 0,
    failures: [{ id: path, why }],
    unsupportedCases: [],
  };
}

async function readAndRun(
  path: string,
  name: string,
  suites: readonly VectorSuite[],
): Promise<VectorFile | 'unrecognised'> {
  let suite: VectorSuite | undefined;
  try {
    const read = readDocument(path);
    suite = suites.find((candidate) => candidate.recognises(read.document));
    return suite ? await runFile(name, suite, read) : 'unrecognised';
  } catch (error) {
    return brokenFile(name, suite?.id ?? null, reasonOf(error));
  }
}

/**
 * Runs every vector file below a folder (or one file). Each document goes to the first suite that recognises its
 * shape; names of files and folders play no part.
 *
 * @throws MeasurandError `unreadable` when the folder cannot be listed
 */
export async function runVectors(
  root: string,
  suites: readonly VectorSuite[],
  control: RunControl = {},
): Promise<VectorReport> {
  const paths = jsonFiles(root);
  const files: VectorFile[] = [];
  const unrecognised: string[] = [];
  for (const [index, path] of paths.entries()) {
    control.signal?.throwIfAborted();
    const name = (relative(root, path) || path).split(sep).join('/');
    const outcome = await readAndRun(path, name, suites);
    if (outcome === 'unrecognised') unrecognised.push(name);
    else files.push(outcome);
    control.onProgress?.({ what: 'vectors', done: index + 1, total: paths.length });
  }
  const sum = (count: (file: VectorFile) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  return {
    passed: sum((file) => file.passed),
    failed: sum((file) => file.failed),
    unsupported: sum((file) => file.unsupported),
    files,
    unrecognised,
  };
}

/** The exit code of a self-test: 1 on any failure, else 3 on any unsupported case, 2 when no case was recognised. */
export function selftestExit({ passed, failed, unsupported }: VectorCounts): 0 | 1 | 2 | 3 {
  if (failed > 0) return 1;
  if (unsupported > 0) return 3;
  return passed > 0 ? 0 : 2;
}
