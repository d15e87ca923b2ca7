import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'REFERENCE_CALL';
const DEFAULT_LIMIT_MS = 120_000;

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Processes that carry the mark of a call, wherever they went. @param {string} mark */
function marked(mark) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`${MARK}=${mark}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Ends a process group and all that it started, moved away or not. @param {number} pid @param {string} mark */
export function endAll(pid, mark) {
  kill(-pid);
  if (process.platform !== 'linux') return;
  for (const each of marked(mark)) kill(each);
}

/** Text of a file of output; bytes that are no UTF-8 are said to be so. @param {string} file */
export function outputIn(file) {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  const broken = !Buffer.from(text, 'utf8').equals(bytes);
  return broken ? `${text}\n[some bytes above are no UTF-8 and are shown as \uFFFD]` : text;
}

/**
 * Starts a command in a process group of its own. Output goes to a file and not through a pipe, so all of it is there when
 * the command has ended, and nobody who holds the pipe open can delay the end.
 *
 * @param {string} command @param {{ workspace: string, temporary: string, mark: string }} place
 */
export function start(command, { workspace, temporary, mark }) {
  const folder = join(temporary, 'reference');
  mkdirSync(folder, { recursive: true });
  const output = join(folder, `${mark}.txt`);
  const file = openSync(output, 'w');
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: workspace,
    env: { ...process.env, [MARK]: mark },
    stdio: ['ignore', file, file],
    detached: true,
  });
  closeSync(file);
  return { child, output };
}

/**
 * Runs a command to its end or its time limit.
 *
 * @param {string} command
 * @param {number | undefined} limitMs
 * @param {{ workspace: string, temporary: string, mark: string }} place
 * @param {import('./types.ts').Seams} seams
 */
export async function run(command, limitMs = DEFAULT_LIMIT_MS, place, seams) {
  const { child, output } = start(command, place);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    const pid = child.pid ?? 0;
    if (seams.stops()) endAll(pid, place.mark);
    else kill(pid);
  }, limitMs);
  const [exitCode, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve([code, by]));
  });
  clearTimeout(timer);
  return { text: outputIn(output), exitCode, signal, late, limitMs };
}
