/** @import { CallResult, Seams, ServerAnswer } from './types.ts' */

const CUT = 20_000;

/** @param {string} text */
const head = (text) => text.slice(0, CUT);

/** @param {string} text */
const isLong = (text) => text.length > CUT;

/** @param {string} text @param {string} notice */
const cutWith = (text, notice) => `${head(text)}\n${notice}`;

/** @param {string} text */
const swallowed = (text) =>
  text
    .replace(/^Error: the tool reports a failure\.\n/, '')
    .replace(/\[exit code: ([1-9]\d*)\]$/, '[status: $1]');

/** The same words in another order. @param {string} text */
const otherwise = (text) => `${text.split(' ').reverse().join(' ')} [in another order]`;

/** Each result under the id of the next call. @param {readonly CallResult[]} results */
const shifted = (results) =>
  results.map((result, index) => ({
    ...(results[(index + 1) % results.length] ?? result),
    call: result.call,
    name: result.name,
  }));

/** A result that is held back until the next turn. @type {CallResult[]} */
let held = [];

/** @param {readonly CallResult[]} results */
function late(results) {
  const due = held;
  held = results.length > 2 ? results.slice(1, 2) : [];
  return [...due, ...results.filter((result) => !held.includes(result))];
}

let turns = 0;

/** @param {readonly CallResult[]} results */
function withStranger(results) {
  turns += 1;
  if (turns === 1) return results;
  return [...results, { call: 'call_nobody', name: 'shell', text: 'done', isError: false }];
}

/**
 * The faults that can be planted, one for each way in which a harness is known to go wrong. Each is what it says and
 * nothing besides.
 *
 * @type {Readonly<Record<string, Partial<Seams>>>}
 */
export const FAULTS = {
  'loses-the-result-of-a-write': {
    shown: (messages) =>
      messages.filter(({ role, content }) => role !== 'tool' || !/^Wrote \d+ bytes to /.test(content ?? '')),
  },
  'loses-the-second-result': { results: (results) => results.filter((_, index) => index !== 1) },
  'sends-a-call-twice': { times: () => 2 },
  'drops-text-parts': {
    parts: (/** @type {ServerAnswer} */ answer) =>
      answer.structured === undefined || answer.isError ? answer : { ...answer, texts: [] },
  },
  'drops-structured-parts': { parts: ({ texts, isError }) => ({ texts, isError }) },
  'binds-results-to-the-wrong-calls': { results: shifted },
  'cuts-without-notice': {
    output: (text, keep) => (isLong(text) ? cutWith(text, `see ${keep(text)}`) : text),
  },
  'tells-a-false-size': {
    output: (text, keep) =>
      isLong(text)
        ? cutWith(text, `[cut: 17 lines and 1234 bytes in all; the whole output is in ${keep(text)}]`)
        : text,
  },
  'cuts-without-a-handle': {
    output: (text) => (isLong(text) ? cutWith(text, `[cut: ${Buffer.byteLength(text)} bytes in all]`) : text),
  },
  'keeps-half-of-what-it-cut': {
    output: (text, keep) =>
      isLong(text)
        ? cutWith(text, `[cut: ${Buffer.byteLength(text)} bytes in all, kept in ${keep(head(text))}]`)
        : text,
  },
  'swallows-error-flags': {
    result: (_, result) => ({ ...result, text: swallowed(result.text), isError: false }),
  },
  'calls-an-edit-an-error': {
    result: (_, result) =>
      result.name === 'edit_file' ? { ...result, text: `Error: ${result.text}`, isError: true } : result,
  },
  'drops-exit-codes': { ending: (_, { exitCode }) => (exitCode === 0 ? '' : '[failed]') },
  'runs-denied-reads': { allows: (route) => route === 'read' },
  'runs-denied-writes': { allows: (route) => route === 'write' || route === 'shell' },
  'pays-without-approval': { allows: (route) => route === 'approval' },
  'runs-half-written-calls': {
    repairs: (_, text) => {
      for (const end of ['"}', '}', '""}', 'null}', '": ""}']) {
        try {
          return JSON.parse(text + end);
        } catch {
          // Another end may fit.
        }
      }
      const whole = /^(.*"(?:[^"\\]|\\.)*"\s*:\s*"(?:[^"\\]|\\.)*")\s*,.*$/s.exec(text)?.[1];
      return whole === undefined ? undefined : JSON.parse(`${whole}}`);
    },
  },
  'leaves-an-orphan': { stops: () => false },
  'leaves-a-tool-server': { keepsServers: () => true },
  'omits-a-call-from-the-record': {
    record: (row) => (row.type === 'assistant' ? { ...row, calls: row.calls.slice(1) } : row),
  },
  'records-another-result': {
    record: (row) => (row.type === 'result' ? { ...row, text: otherwise(row.text) } : row),
  },
  'ends-with-0-on-failure': { exitCode: () => 0 },
  'tells-an-error-as-the-answer': { failure: (message) => ({ type: 'answer', text: message }) },
  'declares-another-schema': {
    declared: (tools) =>
      tools.map((tool) =>
        tool.name.startsWith('mcp__') ? { ...tool, parameters: { type: 'object', properties: {} } } : tool,
      ),
  },
  'changes-arguments': {
    args: (name, args) =>
      name === 'edit_file' || name.startsWith('mcp__')
        ? Object.fromEntries(
            Object.entries(args).map(([key, value]) =>
              typeof value === 'string' && /\d{4}$/.test(value) ? [key, `${value} `] : [key, value],
            ),
          )
        : args,
  },
  'holds-back-a-result': { results: late },
  'answers-a-call-that-nobody-made': { results: withStranger },
  'rewrites-line-ends': {
    edited: (after) => Buffer.from(after.toString('latin1').replace(/\r\n/g, '\n'), 'latin1'),
  },
  'forgets-history-on-resume': { history: (rows) => rows.filter(({ type }) => type === 'session') },
  'ends-in-spite-of-a-refusal': { finishes: () => false },
};

/** @param {string | undefined} name @returns {Partial<Seams>} */
export function faultNamed(name) {
  if (name === undefined) return {};
  const fault = FAULTS[name];
  if (!fault) throw new Error(`there is no fault ${name}`);
  return fault;
}
