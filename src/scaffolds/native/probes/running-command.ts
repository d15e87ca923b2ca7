import type { RunView } from '../process/program-run.ts';

const POLL_MS = 100;

/** Waits until a process of the run has a command line that fits, or the program has ended. */
export function whenCommandRuns(command: RegExp): (run: RunView) => Promise<void> {
  return async (run) => {
    while (!run.signal.aborted) {
      const processes = await run.processes();
      if (processes.some((process) => command.test(process.command))) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
}
