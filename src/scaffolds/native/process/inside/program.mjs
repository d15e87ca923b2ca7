import { spawn } from 'node:child_process';
import { capped } from './output.mjs';
import { send } from './processes.mjs';

/** @import { FromSupervisor, LimitName, ProgramStart } from '../protocol.ts' */
/** @import { Seen } from './processes.mjs' */

/**
 * @typedef {object} Surroundings
 * @property {string} marker
 * @property {() => Seen[]} find
 * @property {(process: Seen) => boolean} isAlive
 * @property {(message: FromSupervisor) => void} say
 * @property {() => void} killEverything
 */

const LOOK_MS = 250;
/** Processes on their way out when the program ends are given this long before they count as left behind. */
const SETTLE_MS = 400;
const SETTLE_STEP_MS = 20;
const FILE_BLOCK_BYTES = 512;

const pause = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * The program with its limits on files, which only a shell can set for what it then becomes.
 *
 * @param {ProgramStart} start
 */
function limited({ command, args, limits }) {
  const blocks = Math.ceil(limits.fileBytes / FILE_BLOCK_BYTES);
  const script = `ulimit -c 0; ulimit -f ${blocks}; ulimit -n ${limits.openFiles} 2>/dev/null; exec "$@"`;
  return ['-c', script, 'sh', command, ...args];
}

/**
 * Waits until nothing of the run is left, for a while; gives what is.
 *
 * @param {() => Seen[]} find those alive
 */
async function leftBehind(find) {
  let left = find();
  for (let waited = 0; left.length > 0 && waited < SETTLE_MS; waited += SETTLE_STEP_MS) {
    await pause(SETTLE_STEP_MS);
    left = find();
  }
  return left;
}

/**
 * @param {ProgramStart} start
 * @param {Surroundings} surroundings
 */
export function startProgram(start, { marker, find, isAlive, say, killEverything }) {
  const began = performance.now();
  const living = () => find().filter(isAlive);
  /** @type {Set<number>} What earlier programs of this sandbox left is theirs. */
  const earlier = new Set(living().map(({ pid }) => pid));
  const ours = () => living().filter(({ pid }) => !earlier.has(pid));
  const child = spawn('/bin/sh', limited(start), {
    cwd: start.cwd,
    env: { ...start.env, ...(marker === '' ? {} : { MEASURAND_RUN: marker }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const state = { pid: child.pid, ended: false };
  /** @type {LimitName | null} */
  let limit = null;
  /** @param {'stdout' | 'stderr'} stream */
  const handOn = (stream) => (/** @type {Uint8Array} */ bytes) => say({ type: 'output', stream, bytes });
  const stdout = capped(child.stdout, start.outputLimit, handOn('stdout'));
  const stderr = capped(child.stderr, start.outputLimit, handOn('stderr'));

  /** @param {LimitName} name */
  function passed(name) {
    limit ??= name;
    killEverything();
  }

  function look() {
    const now = ours();
    if (now.length > start.limits.processes) passed('processes');
    else if (now.reduce((sum, one) => sum + one.residentBytes, 0) > start.limits.memoryBytes)
      passed('memory');
  }

  const watch = setInterval(look, LOOK_MS);
  /** @type {NodeJS.Timeout | undefined} */
  let last;
  const first = setTimeout(() => {
    limit = 'time';
    if (child.pid !== undefined) send(child.pid, 'SIGTERM');
    last = setTimeout(killEverything, start.graceMs);
  }, start.timeoutMs);

  /**
   * @param {number | null} exitCode
   * @param {NodeJS.Signals | null} signal
   */
  async function ended(exitCode, signal) {
    const durationMs = performance.now() - began;
    state.ended = true;
    clearTimeout(first);
    clearTimeout(last);
    const orphans = await leftBehind(ours);
    clearInterval(watch);
    // Without anyone left to hold the streams open their end must come.
    while (orphans.length === 0 && !(stdout.ended && stderr.ended)) await pause(1);
    say({
      type: 'ended',
      end: {
        exitCode,
        signal,
        written: { stdout: stdout.written, stderr: stderr.written },
        orphans: orphans.map(({ pid, parent, state: letter, command }) => ({
          pid,
          parent,
          state: letter,
          command,
        })),
        limit,
        durationMs,
      },
    });
  }

  child.on('error', (error) => say({ type: 'failed', what: error.message }));
  child.on('exit', (code, signal) => void ended(code, signal));
  child.on('spawn', () => say({ type: 'started', pid: child.pid ?? 0 }));
  return state;
}
