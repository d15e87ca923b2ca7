import { readFileSync } from 'node:fs';
import { renderUsage } from 'citty';
import { MeasurandError } from '../core/errors.ts';
import { nearest, parseCommandLine } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { printable, Terminal } from './terminal.ts';

export interface CommandEntry {
  readonly group: string;
  readonly description: string;
  readonly load: () => Promise<CliCommand>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

const INTERRUPTED = 130;

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function overview(table: CommandTable): string {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  const lines = [
    "Measurand tells what an agent benchmark's score is really a measurement of.",
    '',
    'Start here:',
    '  measurand audit comtrade         both validity cards of a real benchmark, in seconds, with no key',
    '  measurand reproduce              every number of the paper that can be recomputed',
    '  measurand COMMAND --help         what a command takes, with examples that work',
  ];
  for (const group of new Set(Object.values(table).map((entry) => entry.group))) {
    lines.push('', `${group}:`);
    for (const [name, entry] of Object.entries(table)) {
      if (entry.group === group) lines.push(`  ${name.padEnd(width)}  ${entry.description}`);
    }
  }
  return lines.join('\n');
}

async function help(command: CliCommand): Promise<string> {
  const usage = await renderUsage(
    { meta: { name: command.name, description: command.description }, args: command.args },
    { meta: { name: 'measurand' } },
  );
  const examples = command.examples.map(({ line, shows }) => `  ${line}\n      ${shows}`);
  return [usage.trimEnd(), '', 'Examples:', ...examples].join('\n');
}

async function dispatch(words: readonly string[], table: CommandTable, terminal: Terminal): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.print(overview(table));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(version());
    return 0;
  }
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!entry) {
    const near = nearest(name, Object.keys(table));
    throw new MeasurandError('invalid-usage', `There is no command ${JSON.stringify(name)}`, {
      next: near ? `Did you mean measurand ${near}?` : 'See measurand --help',
    });
  }
  const command = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(await help(command));
    return 0;
  }
  return command.run(parseCommandLine(rest, command), terminal);
}

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

/** Runs one command line and gives its exit code (DESIGN §4). Ctrl-C aborts the command's signal; twice ends at once. */
export async function runProgram(words: readonly string[], table: CommandTable): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    const code = await dispatch(words, table, new Terminal(controller.signal));
    return controller.signal.aborted ? INTERRUPTED : code;
  } catch (error) {
    return controller.signal.aborted ? INTERRUPTED : report(error);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
