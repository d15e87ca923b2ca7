import { parseIntText } from '../../../core/python/number-text.ts';
import { SPACES, universalNewlines } from '../../../core/python/text.ts';
import { NotRestated, type Restated, restated } from '../outcome.ts';
import { LOG_PARSERS } from './parsers.ts';
import { isFailed, isMaintained, isPassed } from './resolution.ts';
import type { LogParser, StatusMap } from './statuses.ts';

const START = '>>>>> Start Test Output';
const END = '>>>>> End Test Output';
const BROKEN = [
  '>>>>> Patch Apply Failed',
  '>>>>> Reset Failed',
  '>>>>> Tests Errored',
  '>>>>> Tests Timed Out',
];
const EXIT_CODE = new RegExp(`>>>>> Test Exit Code:[${SPACES}]*(-?\\p{Nd}+)`, 'u');
/** Signs in a log without results that a suite did run. */
const DID_RUN = new RegExp(
  [
    'Executed [1-9]\\p{Nd}* of \\p{Nd}',
    'TOTAL: [1-9]\\p{Nd}* (?:SUCCESS|FAILED)',
    '[1-9]\\p{Nd}* passing',
    `Tests:[${SPACES}]+[1-9]`,
    `Test Suites:[${SPACES}]+(?:\\p{Nd}+ [\\p{L}\\p{N}_]+, )*[1-9]\\p{Nd}* total`,
    '(?<=^|\\n)# tests [1-9]',
    '[1-9]\\p{Nd}* specs?, \\p{Nd}+ failures?',
    "': ok(?=\\n|$)",
  ].join('|'),
  'u',
);

export type SwebenchEvalType = 'pass_and_fail' | 'fail_only';

export interface SwebenchCase {
  /** The whole log of the evaluation, with its markers. */
  readonly log: string;
  /** The submitted patch; null when there is none. */
  readonly patch: string | null;
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  /** The release's name of the log parser, such as `parse_log_pytest`. */
  readonly parser: string;
  readonly evalType: SwebenchEvalType;
}

export interface SwebenchVerdict {
  readonly resolved: boolean;
  /** False also when the log holds no results that are believed. */
  readonly applied: boolean;
  readonly patchExists: boolean;
}

/** Results of a log, or undefined where the release finds none that it believes. */
function resultsOf(raw: string, parse: LogParser): StatusMap | undefined {
  const log = universalNewlines(raw);
  if (BROKEN.some((mark) => log.includes(mark)) || !(log.includes(START) && log.includes(END)))
    return undefined;
  const between = (log.split(START)[1] as string).split(END)[0] as string;
  const inside = parse(between);
  const statuses = inside.size > 0 ? inside : parse(log);
  if (statuses.size === 0) return DID_RUN.test(log) ? statuses : undefined;
  return contradicts(log, statuses) ? undefined : statuses;
}

/** The test command failed, and yet no test did: the log does not tell of the run that took place. */
function contradicts(log: string, statuses: StatusMap): boolean {
  const code = EXIT_CODE.exec(log)?.[1];
  if (code === undefined || Number(parseIntText(code)) === 0) return false;
  return ![...statuses.values()].some((status) => status === 'FAILED' || status === 'ERROR');
}

type Check = (test: string, statuses: StatusMap) => boolean;

/** A test in neither list is not counted, so a list can be full without it. */
function all(tests: readonly string[], statuses: StatusMap, passes: Check, fails: Check): boolean {
  return !tests.some((test) => !passes(test, statuses) && fails(test, statuses));
}

const onlyFailed: Check = (test, statuses) => statuses.get(test) === 'FAILED';

function isResolved({ failToPass, passToPass, evalType }: SwebenchCase, statuses: StatusMap): boolean {
  if (evalType === 'fail_only') {
    return ![...failToPass, ...passToPass].some((test) => onlyFailed(test, statuses));
  }
  return all(failToPass, statuses, isPassed, isFailed) && all(passToPass, statuses, isMaintained, isFailed);
}

function grade(given: SwebenchCase): SwebenchVerdict {
  if (given.patch === null) return { resolved: false, applied: false, patchExists: false };
  const parse = LOG_PARSERS.get(given.parser);
  if (!parse) throw new NotRestated(`the log parser ${given.parser} is not restated`);
  const statuses = resultsOf(given.log, parse);
  if (!statuses) return { resolved: false, applied: false, patchExists: true };
  return { resolved: isResolved(given, statuses), applied: true, patchExists: true };
}

/**
 * SWE-bench's `get_eval_report` on the text of a log: which tests it reports, whether that is believed, and whether every
 * expected test passed.
 *
 * Source: rules of external-targets §4, of SWE-bench/SWE-bench 7a21e057. Older releases do not look at the exit code.
 */
export function swebenchReport(given: SwebenchCase): Restated<SwebenchVerdict> {
  return restated(() => grade(given));
}
