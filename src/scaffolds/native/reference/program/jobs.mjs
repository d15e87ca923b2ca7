import { existsSync, readFileSync } from 'node:fs';
import { endAll, outputIn, start } from './shell.mjs';

/** @import { JobEntry } from './types.ts' */

/** How long the end of a session waits for work that was begun; what still runs then is taken for a service and left. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/** Whether a process runs; one that ended and waits for its parent does not. @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Commands that run on beside the conversation, and after it: the session file says where they are. */
export class Jobs {
  /** @type {JobEntry[]} */ #jobs;
  /** @type {{ workspace: string, temporary: string }} */ #place;
  /** @type {(job: JobEntry) => void} */ #note;
  /** @type {string} */ #session;

  /**
   * @param {readonly JobEntry[]} earlier @param {string} session
   * @param {{ workspace: string, temporary: string }} place @param {(job: JobEntry) => void} note
   */
  constructor(earlier, session, place, note) {
    this.#jobs = [...earlier];
    this.#session = session;
    this.#place = place;
    this.#note = note;
  }

  /** @param {string} command */
  begin(command) {
    const id = `job-${this.#jobs.length + 1}`;
    const { child, output } = start(command, { ...this.#place, mark: `${this.#session}-${id}` });
    child.unref();
    const job = { id, command, pid: child.pid ?? 0, output };
    this.#jobs.push(job);
    this.#note(job);
    return `Running in the background as ${id} (process ${job.pid}); it has no result yet. Its output is kept in ${output}. Ask for it with job_output, end it with job_stop.`;
  }

  /** @param {string} id */
  #find(id) {
    const job = this.#jobs.find((each) => each.id === id);
    if (!job)
      throw new Error(
        `there is no ${id}; known are ${this.#jobs.map((each) => each.id).join(', ') || 'none'}`,
      );
    return job;
  }

  /** @param {string} id */
  output(id) {
    const { pid, output } = this.#find(id);
    const text = existsSync(output) ? outputIn(output) : '';
    return `${text}\n[${id} ${alive(pid) ? 'is still running' : 'has ended'}]`;
  }

  /** @param {string} id */
  stop(id) {
    const { pid } = this.#find(id);
    const was = alive(pid);
    endAll(pid, `${this.#session}-${id}`);
    return was ? `${id} was stopped.` : `${id} had ended before.`;
  }

  /** Waits for what was begun, for a while. @returns {Promise<readonly JobEntry[]>} the jobs that outlive this run */
  async left() {
    const running = () => this.#jobs.filter(({ pid }) => alive(pid));
    for (let waited = 0; running().length > 0 && waited < PATIENCE_MS; waited += LOOK_MS)
      await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
    return running();
  }
}
