import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** @import { RunningProcess, SupervisorSetup } from '../protocol.ts' */
/** @typedef {RunningProcess & { group: number, terminal: number, start: string, residentBytes: number }} Seen */

const PAGE_BYTES = 4096;

/**
 * A file of /proc, empty when the process has gone.
 *
 * @param {string} path
 */
function readProc(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @returns {Seen | undefined}
 */
function processOf(pid) {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  // The name stands in parentheses and may hold any character, so fields are counted from the last one.
  const close = stat.lastIndexOf(')');
  const fields = stat.slice(close + 2).split(' ');
  const words = readProc(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    terminal: Number(fields[4]),
    state: fields[0] ?? '?',
    start: fields[19] ?? '',
    residentBytes: Number(fields[21]) * PAGE_BYTES,
    command: words || `[${stat.slice(stat.indexOf('(') + 1, close)}]`,
  };
}

/** Every process that /proc shows. */
function allProcesses() {
  let names;
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []));
}

/**
 * The processes that a program was started by, and theirs, without the nearest.
 *
 * @param {number} pid
 */
function ancestorsOf(pid) {
  /** @type {Set<number>} */
  const found = new Set();
  for (let at = processOf(pid)?.parent ?? 0; at > 0 && !found.has(at); at = processOf(at)?.parent ?? 0)
    found.add(at);
  return found;
}

/**
 * @param {Map<number, string>} found
 * @param {readonly Seen[]} all
 */
function addDescendants(found, all) {
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { pid, parent, start } of all) if (found.has(parent)) found.set(pid, start);
  }
}

/** @param {number} pid */
function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/**
 * Finds the processes of a run. In a process namespace they are all there are, save its first process and the
 * supervisor. Elsewhere they carry the marker in their environment, descend from one that was seen before, or have
 * come to stand alone in the run's folder: begun after us, without a terminal, their parents gone.
 *
 * @param {Pick<SupervisorSetup, 'mode' | 'marker' | 'folder'>} setup
 * @param {number} host the process that opened the sandbox
 * @returns {() => Seen[]}
 */
export function processFinder({ mode, marker, folder }, host) {
  if (mode === 'namespaces')
    return () => allProcesses().filter(({ pid }) => pid !== 1 && pid !== process.pid);
  const begun = Number(processOf(process.pid)?.start ?? 0);
  const adopters = ancestorsOf(host);
  /** @param {Seen} one */
  const isStray = ({ pid, parent, terminal, start }) =>
    terminal === 0 &&
    Number(start) >= begun &&
    adopters.has(parent) &&
    `${workingFolder(pid)}/`.startsWith(`${folder}/`);
  /** @type {Map<number, string>} */
  let known = new Map();
  return () => {
    const all = allProcesses().filter(({ pid }) => pid !== process.pid && pid !== host);
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const one of all) {
      const { pid, start } = one;
      const isOurs = known.get(pid) === start || readProc(`/proc/${pid}/environ`).includes(marker);
      if (isOurs || isStray(one)) found.set(pid, start);
    }
    addDescendants(found, all);
    known = found;
    return all.filter(({ pid }) => found.has(pid));
  };
}

/**
 * Sends a signal; a process that has gone already is none of ours to complain about.
 *
 * @param {number} pid negative for a process group
 * @param {NodeJS.Signals} signal
 * @returns {boolean} whether there was something to send it to
 */
export function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** @param {Seen} process */
export const isAlive = ({ state }) => state !== 'Z' && state !== 'X';

const MOST_ROUNDS = 100;

/**
 * Ends all that is found, again and again until nothing is: what forks faster than it is looked for is stopped first, so
 * that it cannot fork on.
 *
 * @param {() => Seen[]} find
 * @returns {boolean} whether nothing is left
 */
export function killFound(find) {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = find().filter(isAlive);
    if (left.length === 0) return true;
    for (const { pid } of left) send(pid, 'SIGSTOP');
    for (const { pid } of left) send(pid, 'SIGKILL');
  }
  return false;
}
