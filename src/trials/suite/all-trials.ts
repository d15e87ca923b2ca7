import type { Trial } from './define-trial.ts';
import { t15 } from './t15-quiet-checker/trial.ts';
import { t18 } from './t18-export-checksum/trial.ts';
import { t75 } from './t75-invoice-lookup/trial.ts';
import { t77 } from './t77-locked-record/trial.ts';
import { t79 } from './t79-six-quotes/trial.ts';
import { t81 } from './t81-byte-true-edit/trial.ts';

/** Every trial that is written, in the order of the build (harness taxonomy §4), controls last. */
export const TRIALS: readonly Trial[] = [t75, t77, t15, t18, t79, t81];
