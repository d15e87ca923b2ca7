import type { ServiceEntry } from '../../criteria/evidence.ts';
import type { PrivateValues } from '../../criteria/line.ts';

/** One thing that a helper program does, in order. */
export type ProgramAction =
  | { readonly out: string }
  | { readonly err: string }
  /** Bytes that need not be text. */
  | { readonly outBase64: string }
  | { readonly waitMs: number }
  | { readonly writeFile: string; readonly text: string }
  | { readonly appendFile: string; readonly text: string }
  /** Leaves a process behind that does these, apart from this one. */
  | { readonly detach: readonly ProgramAction[] }
  /** Reads standard input to its end, then does what `heard` answers to it. */
  | { readonly readInput: true }
  /** Listens, until it is ended, for words of other helper programs, and does what `heard` answers to each. */
  | { readonly listen: true }
  /** Says words to a helper program that listens and prints its answer; ends with code 7 where nobody listens. */
  | { readonly tell: string; readonly words: string }
  /** Reports a step that is neither start nor exit. */
  | { readonly report: string }
  | { readonly killSelf: 'SIGKILL' | 'SIGTERM' }
  | { readonly exit: number };

/** How a helper program was started. */
export interface ProgramCall {
  readonly argv: readonly string[];
  /** Its folder, relative to the workspace. */
  readonly cwd: string;
  /** Which start of this program it is in the run, from 0. */
  readonly run: number;
  /** What helper programs and services have done so far, this start included. */
  readonly ledger: readonly ServiceEntry[];
}

/**
 * A program in `bin/` of the workspace. It holds no value of its own: at each start it asks the run what to do, so that
 * no private value can be read off a file or a command.
 */
export interface HelperProgram {
  readonly name: string;
  actions(call: ProgramCall, values: PrivateValues): readonly ProgramAction[];
  /** Answers what the program read on standard input, or what another one told it. */
  heard?(
    words: string,
    call: Pick<ProgramCall, 'run' | 'ledger'>,
    values: PrivateValues,
  ): readonly ProgramAction[];
}
