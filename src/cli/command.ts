import type { ArgsDef, ParsedArgs } from 'citty';
import type { Terminal } from './terminal.ts';

/** One command of the program: what it takes, how it is explained, and a `run` that gives the exit code. */
export interface CliCommand<T extends ArgsDef = ArgsDef> {
  readonly name: string;
  /** One sentence for the command list. */
  readonly description: string;
  readonly args: T;
  /** Command lines that work as they stand, each with what it shows. */
  readonly examples: readonly { readonly line: string; readonly shows: string }[];
  /** How many words after the declared positionals are allowed. @default 0 */
  readonly extraPositionals?: number;
  run(args: ParsedArgs<T>, terminal: Terminal): Promise<number>;
}

export function defineCliCommand<const T extends ArgsDef>(command: CliCommand<T>): CliCommand<T> {
  return command;
}

/** The option that every command has. */
export const JSON_OPTION = {
  json: { type: 'boolean', description: 'Print one JSON document on standard output and nothing else' },
} as const;
