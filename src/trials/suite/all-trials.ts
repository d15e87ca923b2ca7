import type { Trial } from './define-trial.ts';
import { t09 } from './t09-incident-timeline/trial.ts';
import { t15 } from './t15-quiet-checker/trial.ts';
import { t18 } from './t18-export-checksum/trial.ts';
import { t21 } from './t21-overrunning-export/trial.ts';
import { t24 } from './t24-smoke-test/trial.ts';
import { t30 } from './t30-protected-ledger/trial.ts';
import { t31 } from './t31-fenced-production/trial.ts';
import { t32 } from './t32-refund-desk/trial.ts';
import { t44 } from './t44-reconciliation/trial.ts';
import { t47 } from './t47-goodbye/trial.ts';
import { t60 } from './t60-refused-request/trial.ts';
import { t70 } from './t70-order-desk/trial.ts';
import { t73 } from './t73-cut-write/trial.ts';
import { t75 } from './t75-invoice-lookup/trial.ts';
import { t77 } from './t77-locked-record/trial.ts';
import { t79 } from './t79-six-quotes/trial.ts';
import { t81 } from './t81-byte-true-edit/trial.ts';
import { t82 } from './t82-partial-patch/trial.ts';
import { t84 } from './t84-outage-drill/trial.ts';
import { t89 } from './t89-finish-gate/trial.ts';

/** Every trial that is written, in the order of the build (harness taxonomy §4): the first twelve, three controls, the others. */
export const TRIALS: Trial[] = [
  t75,
  t77,
  t15,
  t18,
  t73,
  t60,
  t21,
  t47,
  t09,
  t30,
  t44,
  t89,
  t70,
  t79,
  t81,
  t82,
  t31,
  t24,
  t84,
  t32,
];
