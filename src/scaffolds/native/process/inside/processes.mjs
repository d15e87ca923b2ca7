import { readdirSync, readFileSync } from 'node:fs';

/** @import { RunningProcess } from '../protocol.ts' */
/** @typedef {RunningProcess & { group: number, start: string, residentBytes: number }} Seen */

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
 * Finds the processes of a run. In a process namespace they are all there are, save its first process and the
 * supervisor. Elsewhere they carry the marker in their environment, or descend from one that was seen before.
 *
 * @param {'namespaces' | 'none'} mode
 * @param {string} marker
 * @returns {() => Seen[]}
 */
export function processFinder(mode, marker) {
  if (mode === 'namespaces')
    return () => allProcesses().filter(({ pid }) => pid !== 1 && pid !== process.pid);
  /** @type {Map<number, string>} */
  let known = new Map();
  return () => {
    const all = allProcesses().filter(({ pid }) => pid !== process.pid);
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const { pid, start } of all) {
      if (known.get(pid) === start || readProc(`/proc/${pid}/environ`).includes(marker))
        found.set(pid, start);
    }
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const { pid, parent, start } of all) if (found.has(parent)) found.set(pid, start);
    }
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
