import type { PythonDict } from '../../../core/python/value.ts';
import { bfclVectors } from '../external/bfcl-vectors.ts';
import { dbbenchVectors } from '../external/dbbench-vectors.ts';
import { gaiaVectors } from '../external/gaia-vectors.ts';
import { osworldVectors } from '../external/osworld-vectors.ts';
import { type ExternalSuite, field, textField } from '../external/python-cases.ts';
import { swebenchVectors } from '../external/swebench-vectors.ts';
import { tauBenchRewardVectors, tauBenchScaffoldVectors } from '../external/tau-bench-vectors.ts';
import { webarenaVectors } from '../external/webarena-vectors.ts';

/** The part of a benchmark that a case belongs to: each has a process of its own. */
export interface ReleasedPart {
  readonly domain?: string;
  /** Words that follow the domain on the command line of the shim. */
  readonly words: readonly string[];
}

/** Vectors that the release itself can be asked for. */
export interface ReleasedKind {
  readonly suite: ExternalSuite;
  /** The benchmark by its name in `measurand audit`. */
  readonly target: string;
  /** Fields of a case in which its outcome is stated, all of which must agree. */
  readonly fields: readonly string[];
  /** Whether the case says that a model would be asked. */
  needsModel?(given: PythonDict): boolean;
  partOf?(given: PythonDict): ReleasedPart;
}

/** All kinds of external vectors but those that hold expectations only. */
export const RELEASED_KINDS: readonly ReleasedKind[] = [
  { suite: gaiaVectors, target: 'gaia', fields: ['result'] },
  { suite: bfclVectors, target: 'bfcl', fields: ['valid', 'error_type'] },
  { suite: swebenchVectors, target: 'swebench', fields: ['output'] },
  {
    suite: webarenaVectors,
    target: 'webarena',
    fields: ['output'],
    needsModel: (given) => field(given, 'output') === 'MODEL',
  },
  { suite: dbbenchVectors, target: 'agentbench', fields: ['output'] },
  { suite: osworldVectors, target: 'osworld', fields: ['output'] },
  { suite: tauBenchScaffoldVectors, target: 'tau-bench', fields: ['outcome', 'first_action'] },
  {
    suite: tauBenchRewardVectors,
    target: 'tau-bench',
    fields: ['reward'],
    partOf: (given) => ({ domain: textField(given, 'domain'), words: [textField(given, 'split')] }),
  },
];
