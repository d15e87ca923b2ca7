import type { Terminal } from './terminal.ts';

interface Described {
  /** One sentence, without a full stop. */
  readonly description: string;
}

/** `--name`, and `--no-name` where it is on by default. */
export interface SwitchSpec extends Described {
  readonly type: 'boolean';
  readonly default?: boolean;
  /** One letter: `-n`. */
  readonly alias?: string;
}

/** `--name VALUE` or `--name=VALUE`. */
export interface ValueSpec extends Described {
  readonly type: 'string';
  /** How help names the value. @default the option's name in capitals */
  readonly valueHint?: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly alias?: string;
}

/** `--name WORD`, with one of a few words. */
export interface ChoiceSpec extends Described {
  readonly type: 'enum';
  readonly options: readonly string[];
  readonly default?: string;
  readonly required?: boolean;
  readonly alias?: string;
}

/** A word without a dash. Needed unless it has a default or says `required: false`. */
export interface PositionalSpec extends Described {
  readonly type: 'positional';
  readonly default?: string;
  readonly required?: boolean;
}

export type ArgumentSpec = SwitchSpec | ValueSpec | ChoiceSpec | PositionalSpec;
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;

type Always<S> = S extends { readonly default: string }
  ? true
  : S extends { readonly required: true }
    ? true
    : S extends { readonly type: 'positional' }
      ? S extends { readonly required: false }
        ? false
        : true
      : false;

type WordOf<S> = S extends { readonly type: 'enum'; readonly options: readonly (infer O)[] } ? O : string;

type ValueOf<S> = S extends { readonly type: 'boolean' }
  ? boolean
  : Always<S> extends true
    ? WordOf<S>
    : WordOf<S> | undefined;

/** What a command line was read as. A switch that was not given is its default, or false. */
export type ParsedArgs<T extends ArgumentSpecs = ArgumentSpecs> = {
  readonly [K in keyof T]: ValueOf<T[K]>;
} & {
  /** Every word without a dash, in order, those that have a name included. */
  readonly _: readonly string[];
};

/** One command of the program: what it takes, how it is explained, and a `run` that gives the exit code. */
export interface CliCommand<T extends ArgumentSpecs = ArgumentSpecs> {
  readonly name: string;
  /** One sentence for the command list. */
  readonly description: string;
  readonly args: T;
  /** Command lines that work as they stand, each with what it shows. */
  readonly examples: readonly { readonly line: string; readonly shows: string }[];
  /** How many words after the declared positionals are allowed. @default 0 */
  readonly extraPositionals?: number;
  /** For a server: Ctrl-C is the ordinary end of the command, so its own exit code stands. @default false */
  readonly endsByInterrupt?: boolean;
  run(args: ParsedArgs<T>, terminal: Terminal): Promise<number>;
}

export function defineCliCommand<const T extends ArgumentSpecs>(command: CliCommand<T>): CliCommand<T> {
  return command;
}

/** The option that every command has. */
export const JSON_OPTION = {
  json: { type: 'boolean', description: 'Print one JSON document on standard output and nothing else' },
} as const;
