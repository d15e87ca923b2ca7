import type { VectorSuite } from '../vector-suite.ts';
import { bfclVectors } from './bfcl-vectors.ts';
import { dbbenchVectors } from './dbbench-vectors.ts';
import { gaiaVectors } from './gaia-vectors.ts';
import { osworldVectors } from './osworld-vectors.ts';
import { swebenchVectors } from './swebench-vectors.ts';
import {
  tauBenchReplayVectors,
  tauBenchRewardTable,
  tauBenchRewardVectors,
  tauBenchScaffoldVectors,
} from './tau-bench-vectors.ts';
import { webarenaVectors } from './webarena-vectors.ts';

/** Vectors of other benchmarks' released scorers, run through our restatements. */
export const EXTERNAL_VECTORS: readonly VectorSuite[] = [
  gaiaVectors,
  bfclVectors,
  swebenchVectors,
  webarenaVectors,
  dbbenchVectors,
  osworldVectors,
  tauBenchScaffoldVectors,
  tauBenchRewardVectors,
  tauBenchReplayVectors,
  tauBenchRewardTable,
];
