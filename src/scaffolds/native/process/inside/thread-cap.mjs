import { writeFileSync } from 'node:fs';
import { release } from 'node:os';

/** A program of Node has some eleven threads, and harnesses of other languages no more than these. */
const THREADS_A_PROCESS = 16;
/** The kernel takes no smaller number. */
const LEAST = 301;

/**
 * Has the kernel refuse more threads than so many processes could have: what forks faster than it is looked for meets an
 * end of its own, however slow the machine. Since Linux 6.14 the largest process id belongs to the namespace; before, it
 * is the whole machine's, and is left alone. Call it only inside a process namespace.
 *
 * @param {number} processes
 */
export function capThreads(processes) {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (major < 6 || (major === 6 && minor < 14)) return;
  try {
    writeFileSync('/proc/sys/kernel/pid_max', String(Math.max(LEAST, processes * THREADS_A_PROCESS)));
  } catch {
    // In a container that may not set it, looking for processes has to be enough.
  }
}
