import { floatOf } from '../../../core/python/number-text.ts';
import type { PythonValue } from '../../../core/python/value.ts';
import { type Restated, restated } from '../outcome.ts';
import { answerValues } from './answer-values.ts';

const TOLERANCE = 1e-2;
const MUTATIONS: readonly string[] = ['INSERT', 'DELETE', 'UPDATE'];

const isClose = (left: number, right: number): boolean => Math.abs(left - right) <= TOLERANCE;

/** All values as numbers, or undefined when one is none. */
function numbersOf(values: readonly string[]): readonly number[] | undefined {
  const numbers = values.map(floatOf);
  return numbers.every((number) => number !== undefined) ? (numbers as readonly number[]) : undefined;
}

/** Each number takes the first one left that is close to it; none is given back. */
function sameNumbers(answer: readonly number[], truth: readonly number[]): boolean {
  if (answer.length !== truth.length) return false;
  const left = [...truth];
  return answer.every((number) => {
    const match = left.findIndex((candidate) => isClose(number, candidate));
    if (match >= 0) left.splice(match, 1);
    return match >= 0;
  });
}

function sameSet(answer: readonly string[], truth: readonly string[]): boolean {
  const wanted = new Set(truth);
  const given = new Set(answer);
  return wanted.size === given.size && answer.every((value) => wanted.has(value));
}

const sameList = (answer: readonly string[] | null, truth: readonly string[] | null): boolean =>
  answer === truth ||
  (answer?.length === truth?.length && (answer?.every((value, i) => value === truth?.[i]) ?? false));

function sameOne(answer: string, truth: string): boolean {
  const [left, right] = [floatOf(answer), floatOf(truth)];
  return left !== undefined && right !== undefined ? isClose(left, right) : answer === truth;
}

function compare(answer: PythonValue, truth: PythonValue, queryType: string): boolean {
  const given = answerValues(answer);
  const wanted = answerValues(truth);
  if (MUTATIONS.includes(queryType)) return sameList(given, wanted);
  // Measuring nothing raises in the release, which takes every exception for a difference.
  if (given === null || wanted === null) return false;
  if (given.length === 1 && wanted.length === 1) return sameOne(given[0] as string, wanted[0] as string);
  const numbers = numbersOf(given);
  const truths = numbersOf(wanted);
  return numbers && truths ? sameNumbers(numbers, truths) : sameSet(given, wanted);
}

/**
 * AgentBench's dbbench comparator. The release runs the answer's text as Python; here literals and their arithmetic are
 * worked out without running anything, and other Python is `unsupported`.
 *
 * Source: rules of external-targets §4, of THUDM/AgentBench 578c5e9f.
 *
 * @param truth the entry's label, a list of texts as a rule; for a mutation the hash of the tables
 * @param queryType `SELECT`, or `INSERT`, `UPDATE`, `DELETE`, which compare hashes
 */
export function dbbenchCompare(
  answer: PythonValue,
  truth: PythonValue,
  queryType: string,
): Restated<boolean> {
  return restated(() => compare(answer, truth, queryType));
}
