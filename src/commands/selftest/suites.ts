import { JUDGE_VECTORS } from './comtrade/judge-vectors.ts';
import { pagesVectors } from './comtrade/pages-vectors.ts';
import { recordsVectors } from './comtrade/records-vectors.ts';
import { rngVectors } from './comtrade/rng-vectors.ts';
import { scaffoldVectors } from './comtrade/scaffold-vectors.ts';
import { toolsVectors } from './comtrade/tools-vectors.ts';
import { EXTERNAL_VECTORS } from './external/index.ts';
import { STATISTICS_VECTORS } from './statistics-vectors.ts';
import type { VectorSuite } from './vector-suite.ts';

/** Every kind of vector file that is known, by shape. */
export const VECTOR_SUITES: readonly VectorSuite[] = [
  STATISTICS_VECTORS,
  JUDGE_VECTORS,
  pagesVectors,
  recordsVectors,
  rngVectors,
  scaffoldVectors,
  toolsVectors,
  ...EXTERNAL_VECTORS,
];
