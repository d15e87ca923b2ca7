import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunControl, ScorerKind } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { auditTarget } from '../bridge/audit-target.ts';
import type { TargetPlace } from '../bridge/discover.ts';
import { type FlatTables, readFlatToml } from '../bridge/flat-toml.ts';
import { targetNames } from '../bridge/target-definitions.ts';
import { CENSUS_BENCHMARKS, type CensusBenchmark } from './benchmarks.ts';

/** Executed here; classified from the deciding file, which was read; or neither. */
export type CensusEvidence = 'executed' | 'source' | 'not-probed';

export interface CensusRow {
  readonly name: string;
  readonly kind: ScorerKind;
  readonly released: string;
  readonly decisive: string;
  readonly evidence: CensusEvidence;
  /** SHA-256 of the deciding file, where it was read. */
  readonly digest: string | null;
  /** Edits that make work worse and pass, of those tried; where it was executed. */
  readonly falseAccepts: { readonly accepted: number; readonly tried: number } | null;
  /** Tasks on which doing nothing scores above the minimum, of those tried. */
  readonly nullFloor: { readonly above: number; readonly tried: number } | null;
  readonly detail: string;
  /** Executed, but only what stands around its judge. */
  readonly inPart: boolean;
}

export interface Census {
  readonly format: 'measurand.census/1';
  readonly rows: readonly CensusRow[];
  readonly executed: number;
  /** Of those, the ones that were executed in part. */
  readonly inPart: number;
  readonly source: number;
  readonly notProbed: number;
}

export interface CensusOptions extends RunControl {
  /** File with one table a benchmark: `root`, `domain`, `scorer`, `cases`, `python`. */
  readonly roots?: string;
  /** Tasks that are probed of each benchmark. @default 20 */
  readonly tasks?: number;
}

const TASKS = 20;

const unexecuted = (
  { name, kind, released, decisive }: CensusBenchmark,
  evidence: CensusEvidence,
  detail: string,
  digest: string | null = null,
): CensusRow => ({
  name,
  kind,
  released,
  decisive,
  evidence,
  digest,
  falseAccepts: null,
  nullFloor: null,
  detail,
  inPart: false,
});

/** The deciding file of a checkout: read and digested, so that the row says what it was classified from. */
function fromSource(benchmark: CensusBenchmark, root: string | undefined, why: string): CensusRow {
  if (root === undefined) return unexecuted(benchmark, 'not-probed', why);
  const file = join(resolve(root), benchmark.decisive);
  if (!existsSync(file))
    return unexecuted(benchmark, 'not-probed', `the root holds no ${benchmark.decisive}`);
  return unexecuted(benchmark, 'source', `${why}; ${benchmark.limits}`, sha256(readFileSync(file)));
}

async function executed(
  benchmark: CensusBenchmark,
  place: TargetPlace,
  { tasks = TASKS, signal }: CensusOptions,
): Promise<CensusRow> {
  const { profiles } = await auditTarget({
    ...place,
    target: benchmark.name,
    tasks,
    ...(signal === undefined ? {} : { signal }),
  });
  const [profile] = Object.values(profiles);
  if (!profile) return unexecuted(benchmark, 'not-probed', 'the audit holds no profile');
  const { degrading, nullFloor, tasks: counted } = profile.measurements;
  return {
    ...unexecuted(benchmark, 'executed', `${counted.probed} of ${counted.listed} tasks; ${benchmark.limits}`),
    falseAccepts: { accepted: degrading.accepted, tried: degrading.tried },
    nullFloor: { above: nullFloor.above, tried: nullFloor.tried },
    inPart: benchmark.inPart === true,
  };
}

async function rowOf(
  benchmark: CensusBenchmark,
  roots: FlatTables,
  options: CensusOptions,
): Promise<CensusRow> {
  const place: TargetPlace = roots[benchmark.name] ?? {};
  if (benchmark.name === 'comtrade') {
    return unexecuted(benchmark, 'executed', 'measurand audit comtrade executes the restated release');
  }
  if (!targetNames().includes(benchmark.name)) {
    return fromSource(benchmark, place.root, 'no shim executes it here');
  }
  try {
    return await executed(benchmark, place, options);
  } catch (error) {
    if (error instanceof MeasurandError && error.kind !== 'input') {
      return fromSource(benchmark, place.root, error.message);
    }
    throw error;
  }
}

/**
 * Goes through the paper's nine benchmarks: executes each whose release is found here, classifies the rest from the
 * deciding file where a root is named, and says of every row which of the two it was. Nothing is downloaded.
 *
 * @throws MeasurandError `unreadable`, `invalid-toml`, `unknown-benchmark` for a table that names none of the nine
 */
export async function census(options: CensusOptions = {}): Promise<Census> {
  const roots = options.roots === undefined ? {} : readFlatToml(options.roots);
  const strange = Object.keys(roots).find((name) => !CENSUS_BENCHMARKS.some((known) => known.name === name));
  if (strange !== undefined) {
    throw new MeasurandError('unknown-benchmark', `the census has no benchmark ${JSON.stringify(strange)}`, {
      ...(options.roots === undefined ? {} : { file: options.roots }),
      next: `Choose from ${CENSUS_BENCHMARKS.map(({ name }) => name).join(', ')}`,
    });
  }
  const rows: CensusRow[] = [];
  for (const [at, benchmark] of CENSUS_BENCHMARKS.entries()) {
    options.onProgress?.({ what: 'Benchmarks', done: at + 1, total: CENSUS_BENCHMARKS.length });
    rows.push(await rowOf(benchmark, roots, options));
  }
  const count = (evidence: CensusEvidence): number => rows.filter((row) => row.evidence === evidence).length;
  return {
    format: 'measurand.census/1',
    rows,
    executed: count('executed'),
    inPart: rows.filter((row) => row.inPart).length,
    source: count('source'),
    notProbed: count('not-probed'),
  };
}
