import { type ArgsDef, type ParsedArgs, parseArgs } from 'citty';
import { MeasurandError } from '../core/errors.ts';
import type { CliCommand } from './command.ts';

const usage = (what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next });

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Edit distance, for suggesting the word that was meant. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The known word nearest to a mistyped one, if any is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((name) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(2, word.length / 3) ? best.name : undefined;
}

interface Option {
  readonly name: string;
  readonly takesValue: boolean;
}

function optionsByFlag(args: ArgsDef): Map<string, Option> {
  const flags = new Map<string, Option>();
  for (const [name, arg] of Object.entries(args)) {
    if (arg.type === 'positional') continue;
    const option = { name, takesValue: arg.type === 'string' || arg.type === 'enum' };
    const aliases = toList('alias' in arg ? arg.alias : undefined);
    for (const flag of [`--${name}`, ...aliases.map((alias) => `-${alias}`)]) flags.set(flag, option);
    if (arg.type === 'boolean') flags.set(`--no-${name}`, option);
  }
  return flags;
}

function unknownOption(
  command: CliCommand,
  flag: string,
  flags: ReadonlyMap<string, Option>,
): MeasurandError {
  const near = nearest(flag, [...flags.keys()]);
  return usage(
    `\`${command.name}\` has no option ${flag}`,
    near ? `Did you mean ${near}?` : `See measurand ${command.name} --help`,
  );
}

/** Gives how many words the option takes up: one, or two when its value is the next word. */
function checkOption(word: string, next: string | undefined, option: Option): 1 | 2 {
  const hasValue = word.includes('=');
  if (!option.takesValue && hasValue)
    throw usage(`Option --${option.name} takes no value`, `Write --${option.name}`);
  if (!option.takesValue || hasValue) return 1;
  if (next === undefined) {
    throw usage(`Option --${option.name} needs a value`, `Write --${option.name} VALUE`);
  }
  return 2;
}

/** Refuses what the parser would swallow in silence: unknown options, options without their value, repeats, spare words. */
function checkWords(words: readonly string[], command: CliCommand): void {
  const flags = optionsByFlag(command.args);
  const seen = new Set<string>();
  let positionals = 0;
  for (let i = 0; i < words.length && words[i] !== '--'; ) {
    const word = words[i] as string;
    if (!word.startsWith('-') || word === '-') {
      positionals += 1;
      i += 1;
      continue;
    }
    const flag = word.split('=', 1)[0] as string;
    const option = flags.get(flag);
    if (!option) throw unknownOption(command, flag, flags);
    if (seen.has(option.name)) throw usage(`Option --${option.name} was given twice`, 'Give it once');
    seen.add(option.name);
    i += checkOption(word, words[i + 1], option);
  }
  const declared = Object.values(command.args).filter((arg) => arg.type === 'positional').length;
  const allowed = declared + (command.extraPositionals ?? 0);
  if (positionals > allowed) {
    throw usage(
      `\`${command.name}\` takes ${allowed === 0 ? 'no' : `at most ${allowed}`} word(s) besides its options, not ${positionals}`,
      `See measurand ${command.name} --help`,
    );
  }
}

/** @throws MeasurandError `invalid-usage` for anything that the command did not declare */
export function parseCommandLine<T extends ArgsDef>(
  words: readonly string[],
  command: CliCommand<T>,
): ParsedArgs<T> {
  checkWords(words, command as unknown as CliCommand);
  try {
    return parseArgs<T>([...words], command.args);
  } catch (error) {
    throw usage((error as Error).message, `See measurand ${command.name} --help`);
  }
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
  return value;
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
