import type { ArgumentSpec, CliCommand } from './command.ts';

/** The groups of the command list, in the order in which help shows them (DESIGN §9). */
export const COMMAND_GROUPS = ['Audit', 'Run', 'Harnesses', 'Logs', 'Results', 'Set-up'] as const;

export interface CommandEntry {
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** The same sentence as the command's own. */
  readonly description: string;
  /** Loads the command, and with it what it needs; nothing else does. */
  readonly load: () => Promise<CliCommand>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** Columns of a line of help. */
const WIDTH = 100;

/** Breaks text into lines of at most `width` columns between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Two columns, the second wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrap(right, WIDTH - width - 4).map((text, i) => `  ${(i === 0 ? left : '').padEnd(width)}  ${text}`),
  );
}

/** What `measurand --help` prints. */
export function overview(table: CommandTable): string {
  const lines = [
    "Measurand tells what an agent benchmark's score is really a measurement of.",
    '',
    'Start here:',
    ...columns([
      ['measurand audit comtrade', 'both validity cards of a real benchmark, in seconds, with no key'],
      ['measurand reproduce', 'every number of the paper that its printed raw numbers determine'],
      ['measurand COMMAND --help', 'what a command takes, with examples that work'],
    ]),
  ];
  for (const group of COMMAND_GROUPS) {
    const rows = Object.entries(table).filter(([, entry]) => entry.group === group);
    if (rows.length === 0) continue;
    lines.push('', `${group}:`, ...columns(rows.map(([name, entry]) => [name, entry.description])));
  }
  lines.push(
    '',
    'Every command takes --json: one JSON document on standard output and nothing else.',
    'Exit codes: 0 fine, 1 something failed, 2 invalid input or usage, 3 not probed or unsupported,',
    '4 the apparatus failed, 130 interrupted.',
  );
  return lines.join('\n');
}

function written(name: string, spec: ArgumentSpec): string {
  if (spec.type === 'positional') return name.toUpperCase();
  const alias = spec.alias === undefined ? '' : `-${spec.alias}, `;
  if (spec.type === 'boolean') return `${alias}--${spec.default === true ? `[no-]${name}` : name}`;
  const value = spec.type === 'enum' ? spec.options.join('|') : (spec.valueHint ?? name.toUpperCase());
  return `${alias}--${name} ${value}`;
}

function explained(spec: ArgumentSpec): string {
  if (spec.default === undefined || spec.default === false) {
    return spec.type !== 'boolean' && spec.type !== 'positional' && spec.required === true
      ? `${spec.description} (required)`
      : spec.description;
  }
  return `${spec.description} (default: ${spec.default === true ? 'on' : spec.default})`;
}

function synopsis(command: CliCommand): string {
  const words = Object.entries(command.args).flatMap(([name, spec]) => {
    if (spec.type === 'positional') {
      return spec.required === false || spec.default !== undefined
        ? [`[${name.toUpperCase()}]`]
        : [name.toUpperCase()];
    }
    return spec.type !== 'boolean' && spec.required === true ? [written(name, spec)] : [];
  });
  if ((command.extraPositionals ?? 0) > 0) words.push('…');
  return ['measurand', command.name, ...words, '[options]'].join(' ');
}

/** What `measurand COMMAND --help` prints. */
export function commandHelp(command: CliCommand): string {
  const specs = Object.entries(command.args);
  const section = (title: string, wanted: (spec: ArgumentSpec) => boolean): string[] => {
    const rows = specs.filter(([, spec]) => wanted(spec));
    if (rows.length === 0) return [];
    return [
      '',
      title,
      ...columns(rows.map(([name, spec]) => [written(name, spec), explained(spec)] as const)),
    ];
  };
  return [
    ...wrap(command.description, WIDTH),
    '',
    `Usage: ${synopsis(command)}`,
    ...section('Words:', (spec) => spec.type === 'positional'),
    ...section('Options:', (spec) => spec.type !== 'positional'),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, shows }) => [
      `  ${line}`,
      ...wrap(shows, WIDTH - 6).map((text) => `      ${text}`),
    ]),
  ].join('\n');
}
