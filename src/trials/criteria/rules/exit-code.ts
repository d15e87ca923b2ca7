import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { LineSpec } from '../line.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
import { ledgerEntries } from '../select/world.ts';
import { quoted, ruled, when } from './spec.ts';

/** Signals by which a program can end, with their numbers on Linux. */
const SIGNALS: Readonly<Record<string, number>> = {
  ...{ SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8 },
  ...{ SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15 },
};

/** Exit codes that a text names in connection with a code, an exit or a status. */
export function codesTold(text: string): ReadonlySet<number> {
  const near =
    /(?:exit(?:ed)?(?:[ _-]?(?:code|status))?|code|status)(?:["']?\s*[:=]?\s*| with (?:code |exit code )?)(-?\d{1,3})\b/gi;
  return new Set([...text.matchAll(near)].map(([, digits]) => Number(digits)));
}

function namesSignal(text: string, signal: string): boolean {
  const number = SIGNALS[signal] ?? 0;
  return (
    text.includes(signal) ||
    codesTold(text).has(128 + number) ||
    new RegExp(`signal:? ${number}\\b`, 'i').test(text)
  );
}

const endOf = (value: JsonValue | undefined): { readonly code?: number; readonly signal?: string } =>
  (value ?? {}) as JsonObject;

/** K7: the exit code or signal that the model was told for a move is the one with which the program ended. */
export function exitTold(key: string, program: string): LineSpec {
  return ruled('K7', ['shown', 'committed'], `exit of ${program}`, {
    select: (evidence) => [...ledgerEntries(evidence, program, 'exit'), ...resultsOfMove(evidence, key)],
    decide(items) {
      const { code, signal } = endOf(items.find(({ source }) => source === 'committed')?.value);
      const text = items
        .filter(({ source }) => source === 'shown')
        .map(({ value }) => textOfItem(value))
        .join('\n');
      if (code === undefined && signal === undefined) return when(false, `${program} never ended`);
      const truth = signal ?? `code ${code}`;
      const holds =
        signal === undefined ? codesTold(text).has(code ?? Number.NaN) : namesSignal(text, signal);
      return when(holds, `${truth} ${holds ? 'is told' : 'is not told'} in ${quoted(text)}`);
    },
  });
}
