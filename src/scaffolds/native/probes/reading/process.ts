import type { CellReading } from '../probe.ts';

type Read = Pick<CellReading, 'value' | 'detail'>;

/** Whether a text tells an exit code: the number after the word `code`, or beside `exit`, in any of the usual forms. */
export function tellsExitCode(text: string, code: number): boolean {
  return new RegExp(`\\b(?:exit(?:ed)?|code|status)\\b[^\\d\\n]{0,24}${code}\\b`, 'i').test(text);
}

/** How an exit code other than zero reached the model. */
export function exitCode(code: number): (text: string, isError: boolean | undefined) => Read {
  return (text, isError) => ({
    value: tellsExitCode(text, code) ? 'code told' : 'code not told',
    detail: { errorFlag: isError ?? null },
  });
}

/** How a command that succeeded without a word is shown. */
export function silence(text: string): Read {
  if (/no output|\(empty\)/i.test(text)) return { value: 'said to have no output' };
  return { value: tellsExitCode(text, 0) ? 'code 0, empty' : text.trim() === '' ? 'empty' : 'other words' };
}

/** How a shell that was killed by a signal is shown. */
export function killedShell(text: string): Read {
  if (/exceed|tim(?:ed|e) ?out/i.test(text)) return { value: 'told as a time-out' };
  if (/sigkill|signal:? *9|signal 9|killed/i.test(text)) return { value: 'signal told' };
  if (tellsExitCode(text, 137)) return { value: 'code 137' };
  if (tellsExitCode(text, 1)) return { value: 'told as exit code 1' };
  if (/no output|\(empty\)/i.test(text) || text.trim() === '') return { value: 'same as success' };
  return { value: 'other words' };
}

/** What the model is told of a command that outlives a limit: that which it set, or the harness's own. */
export function overLimit(text: string): Read {
  // One that was killed is often followed by the advice to use the background.
  if (/exceed|timed out/i.test(text)) return { value: 'killed, told as time-out' };
  if (/background/i.test(text)) return { value: 'moved to background, told' };
  if (/running with session|still running/i.test(text)) return { value: 'yields, told it still runs' };
  if (text.includes('PAUSE-OVER')) return { value: 'ran to its end' };
  return { value: 'other words' };
}
