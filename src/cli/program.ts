import { MeasurandError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { packageVersion } from '../core/version.ts';
import { parseCommandLine } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { type CommandTable, commandHelp, overview } from './help.ts';
import { printable, Terminal } from './terminal.ts';

export type { CommandTable } from './help.ts';

const INTERRUPTED = 130;
const HELP = ['--help', '-h'];

function load(name: string, table: CommandTable): Promise<CliCommand> {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry) return entry.load();
  const near = nearest(name, Object.keys(table));
  throw new MeasurandError('invalid-usage', `There is no command ${JSON.stringify(name)}`, {
    next: near ? `Did you mean measurand ${near}?` : 'See measurand --help',
  });
}

/** Whether help is asked for among a command's own words. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => HELP.includes(word));
}

async function dispatch(words: readonly string[], table: CommandTable, terminal: Terminal): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    terminal.note(overview(table));
    return 2;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(packageVersion());
    return 0;
  }
  const isHelp = name === 'help' || HELP.includes(name);
  if (isHelp && rest[0] === undefined) {
    terminal.print(overview(table));
    return 0;
  }
  const command = await load(isHelp ? (rest[0] as string) : name, table);
  if (isHelp || asksForHelp(rest)) {
    terminal.print(commandHelp(command));
    return 0;
  }
  const code = await command.run(parseCommandLine(rest, command), terminal);
  return terminal.signal.aborted && !command.endsByInterrupt ? INTERRUPTED : code;
}

/** Says on standard error what went wrong, and gives the exit code for it. */
function report(error: unknown): number {
  if (error instanceof MeasurandError) {
    process.stderr.write(`${printable(`measurand: ${error.message} [${error.code}]`)}\n`);
    return error.exitCode;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${printable(`measurand: a fault of Measurand itself; please report it\n${detail}`)}\n`,
  );
  return 4;
}

/** A reader that stops early, as `head` does, ends the program without a complaint. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

/** Runs one command line and gives its exit code (DESIGN §4). Ctrl-C aborts the command's signal; twice ends at once. */
export async function runProgram(words: readonly string[], table: CommandTable): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  if (!process.stdout.listeners('error').includes(endOnClosedPipe))
    process.stdout.on('error', endOnClosedPipe);
  try {
    return await dispatch(words, table, new Terminal(controller.signal));
  } catch (error) {
    return controller.signal.aborted ? INTERRUPTED : report(error);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
