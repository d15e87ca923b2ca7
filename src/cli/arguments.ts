import { MeasurandError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { ArgumentSpec, ArgumentSpecs, CliCommand, ParsedArgs } from './command.ts';

type OptionSpec = Exclude<ArgumentSpec, { type: 'positional' }>;

interface Flag {
  readonly name: string;
  readonly spec: OptionSpec;
  /** What a switch is set to; `--no-name` sets it off. */
  readonly on: boolean;
}

type Flags = ReadonlyMap<string, Flag>;

/** A command line taken apart: every word is in exactly one of the two. */
interface Words {
  readonly options: ReadonlyMap<string, string | boolean>;
  readonly positionals: readonly string[];
}

const usage = (what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next });

function flagsOf(specs: ArgumentSpecs): Flags {
  const flags = new Map<string, Flag>();
  for (const [name, spec] of Object.entries(specs)) {
    if (spec.type === 'positional') continue;
    flags.set(`--${name}`, { name, spec, on: true });
    if (spec.alias !== undefined) flags.set(`-${spec.alias}`, { name, spec, on: true });
    if (spec.type === 'boolean') flags.set(`--no-${name}`, { name, spec, on: false });
  }
  return flags;
}

function unknownOption(command: string, flag: string, flags: Flags): MeasurandError {
  const near = nearest(flag, [...flags.keys(), '--help']);
  return usage(
    `\`${command}\` has no option ${flag}`,
    near ? `Did you mean ${near}?` : `See measurand ${command} --help`,
  );
}

/** A negative number is a value; a word with two dashes, or a known flag, was never meant as one. */
const looksLikeOption = (word: string, flags: Flags): boolean =>
  word.startsWith('--') || flags.has(word.split('=', 1)[0] as string);

/** The value of an option that takes one, and how many words it took up. */
function takeValue(word: string, next: string | undefined, flag: Flag, flags: Flags): [string, 1 | 2] {
  const equals = word.indexOf('=');
  const value = equals < 0 ? next : word.slice(equals + 1);
  const written = `Write --${flag.name}=VALUE`;
  if (value === undefined || (equals < 0 && looksLikeOption(value, flags))) {
    throw usage(`Option --${flag.name} needs a value`, written);
  }
  if (value === '') throw usage(`Option --${flag.name} has an empty value`, written);
  const { spec } = flag;
  if (spec.type === 'enum' && !spec.options.includes(value)) {
    const near = nearest(value, spec.options);
    throw usage(
      `--${flag.name} must be one of ${spec.options.join(', ')}, not ${JSON.stringify(value)}`,
      near ? `Did you mean ${near}?` : `Write --${flag.name} ${spec.options[0]}`,
    );
  }
  return [value, equals < 0 ? 2 : 1];
}

/** What one option sets its value to, and how many words it took up. */
function takeOption(
  word: string,
  next: string | undefined,
  flag: Flag,
  flags: Flags,
): [string | boolean, 1 | 2] {
  if (flag.spec.type !== 'boolean') return takeValue(word, next, flag, flags);
  if (word.includes('=')) throw usage(`Option --${flag.name} takes no value`, `Write --${flag.name}`);
  return [flag.on, 1];
}

function takeApart(words: readonly string[], command: CliCommand): Words {
  const flags = flagsOf(command.args);
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  const options = new Map<string, string | boolean>();
  const positionals: string[] = [];
  for (let i = 0; i < before.length; ) {
    const word = before[i] as string;
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      i += 1;
      continue;
    }
    const name = word.split('=', 1)[0] as string;
    const flag = flags.get(name);
    if (!flag) throw unknownOption(command.name, name, flags);
    if (options.has(flag.name)) throw usage(`Option --${flag.name} was given twice`, 'Give it once');
    const [value, taken] = takeOption(word, before[i + 1], flag, flags);
    options.set(flag.name, value);
    i += taken;
  }
  if (end >= 0) positionals.push(...words.slice(end + 1));
  if (positionals.includes('')) {
    throw usage('One of the words is empty', 'Leave it out, or set the variable behind it');
  }
  return { options, positionals };
}

function checkCount(positionals: readonly string[], command: CliCommand): void {
  const declared = Object.values(command.args).filter((spec) => spec.type === 'positional').length;
  const allowed = declared + (command.extraPositionals ?? 0);
  if (positionals.length <= allowed) return;
  const most = allowed === 0 ? 'no word' : allowed === 1 ? 'one word' : `at most ${allowed} words`;
  throw usage(
    `\`${command.name}\` takes ${most} besides its options; ${JSON.stringify(positionals[allowed])} is too many`,
    `See measurand ${command.name} --help`,
  );
}

function settle(name: string, spec: ArgumentSpec, given: string | boolean | undefined): string | boolean {
  if (given !== undefined) return given;
  if (spec.type === 'boolean') return spec.default ?? false;
  return spec.default ?? missing(name, spec);
}

function missing(name: string, spec: ArgumentSpec): never {
  const written = spec.type === 'positional' ? name.toUpperCase() : `--${name}`;
  throw usage(`${written} is missing`, `It is: ${spec.description}`);
}

const isOptional = (spec: ArgumentSpec): boolean =>
  spec.type !== 'boolean' &&
  spec.default === undefined &&
  (spec.type === 'positional' ? spec.required === false : spec.required !== true);

/**
 * Reads the words after a command's name. Every word is used exactly once or refused: unknown and repeated options,
 * options without their value, words too many, empty words.
 *
 * @throws MeasurandError `invalid-usage` for anything that the command did not declare
 */
export function parseCommandLine<T extends ArgumentSpecs>(
  words: readonly string[],
  command: CliCommand<T>,
): ParsedArgs<T> {
  const { options, positionals } = takeApart(words, command as unknown as CliCommand);
  checkCount(positionals, command as unknown as CliCommand);
  const args: Record<string, unknown> = { _: positionals };
  let next = 0;
  for (const [name, spec] of Object.entries<ArgumentSpec>(command.args)) {
    const given = spec.type === 'positional' ? positionals[next] : options.get(name);
    if (spec.type === 'positional') next += 1;
    args[name] = given === undefined && isOptional(spec) ? undefined : settle(name, spec, given);
  }
  return args as ParsedArgs<T>;
}

/** An option that must be an integer in [least, most]. */
export function integerOption(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw usage(
      `--${name} must be an integer from ${least} to ${most}, not ${JSON.stringify(text)}`,
      `Write for example --${name} ${least}`,
    );
  }
  return value === 0 ? 0 : value;
}

/** An option that must be a decimal number. */
export function numberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value + 0;
  throw usage(`--${name} must be a number, not ${JSON.stringify(text)}`, `Write for example --${name} 0.05`);
}

/** A comma-separated option; empty items are refused. */
export function listOption(name: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const items = text.split(',').map((item) => item.trim());
  if (items.some((item) => item === '')) {
    throw usage(`--${name} holds an empty item: ${JSON.stringify(text)}`, `Write --${name} a,b`);
  }
  return items;
}
