// Any function of (submission, gold) as a target: node scorer-function.mjs MODULE.mjs#FUNCTION CASES
// CASES is JSON lines: id, gold, and perhaps `submission`, the correct one where it is not the gold itself.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askJudge, Refusal, serve } from './measurand-bridge.mjs';

const [spec = '', file = ''] = process.argv.slice(2);
const cut = spec.lastIndexOf('#');
const path = spec.slice(0, cut);
const name = spec.slice(cut + 1);

const RESULT = /^\s*(PASSED|FAILED|PASS|FAIL|ok|not ok)\b|\.\.\. (ok|FAIL|ERROR)$/m;

// What submissions are, by their form: text, a patch, the log of a test run, calls, actions, or records.
function kindOf(submissions) {
  if (submissions.every((said) => typeof said === 'string')) {
    if (submissions.every((said) => /^@@ /m.test(said) && /^\+\+\+ /m.test(said))) return 'patch';
    return submissions.every((said) => said.includes('\n') && RESULT.test(said)) ? 'log' : 'text';
  }
  const holds = (...names) =>
    submissions.every(
      (said) =>
        Array.isArray(said) &&
        said.every(
          (item) => typeof item === 'object' && item !== null && names.every((name) => name in item),
        ),
    );
  if (holds('name', 'arguments')) return 'calls';
  return holds('name', 'kwargs') ? 'actions' : 'records';
}

await serve(async () => {
  const scorer = (await import(pathToFileURL(path).href))[name];
  if (typeof scorer !== 'function') throw new TypeError(`${path} exports no function ${name}`);
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const cases = new Map(rows.map((row, at) => [String(row.id ?? at), row]));
  const caseOf = (task) => {
    const row = cases.get(task);
    if (!row) throw new Refusal('unknown_task', `no case ${JSON.stringify(task)}`);
    return row;
  };
  const truth = (task) => ('submission' in caseOf(task) ? caseOf(task).submission : caseOf(task).gold);
  return {
    name: 'scorer-function',
    variant: name,
    // A scorer that takes a third argument asks a model through it.
    scorerKind: scorer.length > 2 ? 'judge' : 'outcome',
    root: dirname(path),
    files: [path],
    submission: kindOf([...cases.keys()].map(truth)),
    listTasks: () => [...cases.keys()].map((id) => ({ id })),
    truth,
    score: async (task, submission) => {
      const given = await scorer(submission, caseOf(task).gold, askJudge);
      const value = Number(Array.isArray(given) ? given[0] : given);
      return { score: value, passed: value >= 1, reason: Array.isArray(given) ? String(given[1]) : null };
    },
  };
});
