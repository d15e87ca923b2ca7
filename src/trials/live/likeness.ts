import { canonicalJson } from '../../core/canonical.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ReplyCall } from '../../gateway/contracts.ts';
import type { AbstractMove } from '../../scaffolds/native/contracts.ts';

/** A call that a model made, with all the text of its arguments. */
export interface MadeCall {
  readonly call: ReplyCall;
  readonly text: string;
}

const PROGRAM = /\bbin\/[\w-]+/g;
const FLAG = /(?<=\s)--[a-z][\w-]*/g;
const PATH = /(?:[\w@+.-]*\/)*[\w@+-]+\.[a-z]{2,5}\b|\/(?:[\w@+.-]+\/)+[\w@+.-]+/g;
/** How a shell writes a file, and what tools that write are called. */
const WRITES = /(?:^|\s)(?:\d?>{1,2}|tee\b|sed -i|perl -i)|open\(|write_text|writeFile/m;
const WRITER = /write|edit|patch|create|replace/i;

const NATIVE = 3;
const BACKGROUND = 2;
const OTHER_TOOL = 1;
/** What each target in common adds, and each flag of no move takes away: never as much as the tool itself. */
const TARGET = 0.1;
const STRAY_FLAG = 0.2;

const found = (pattern: RegExp, text: string): readonly string[] => [...new Set(text.match(pattern) ?? [])];

function* leaves(value: JsonValue, path = ''): Generator<readonly [path: string, text: string]> {
  if (Array.isArray(value))
    for (const [at, each] of value.entries()) yield* leaves(each as JsonValue, `${path}.${at}`);
  else if (isJsonObject(value))
    for (const [key, each] of Object.entries(value)) yield* leaves(each, `${path}.${key}`);
  else yield [path, typeof value === 'string' ? value : canonicalJson(value)];
}

const parsed = (args: JsonValue): JsonValue => {
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args) as JsonValue;
  } catch {
    return args;
  }
};

/** A call with the text by which it is known. */
export const madeCall = (call: ReplyCall): MadeCall => ({
  call,
  text: [...leaves(parsed(call.args))].map(([, text]) => text).join('\n'),
});

const sameTool = (made: MadeCall, native: ReplyCall | undefined): boolean =>
  native !== undefined && made.call.name === native.name && made.call.namespace === native.namespace;

const writes = ({ call, text }: MadeCall): boolean => WRITES.test(text) || WRITER.test(call.name);

/** A command is known by the programs that it runs, else by the files that it names; flags tell two uses apart. */
function commandLikeness(command: string, made: MadeCall, base: number): number {
  const programs = found(PROGRAM, command);
  const targets = programs.length > 0 ? programs : found(PATH, command);
  const flags = found(FLAG, command);
  const wanted = [...targets, ...flags];
  if (targets.length === 0 || wanted.some((target) => !made.text.includes(target))) return 0;
  if (programs.length === 0 && WRITES.test(command) !== writes(made)) return 0;
  const stray = found(FLAG, made.text).filter((flag) => !flags.includes(flag)).length;
  return base + TARGET * wanted.length - STRAY_FLAG * stray;
}

/** A call of a service's tool is known by its name and by the share of its arguments that are the same. */
function toolLikeness(made: MadeCall, native: ReplyCall | undefined): number {
  if (!(native && sameTool(made, native))) return 0;
  const given = new Map(leaves(parsed(made.call.args)));
  const wanted = [...leaves(native.args)];
  const same = wanted.filter(([path, text]) => given.get(path) === text).length;
  return wanted.length === 0 || same > 0 ? NATIVE + (wanted.length === 0 ? 0 : same / wanted.length) : 0;
}

function fileLikeness(path: string, made: MadeCall, native: ReplyCall | undefined, changes: boolean): number {
  if (!made.text.includes(path)) return 0;
  if (sameTool(made, native)) return NATIVE;
  return writes(made) === changes ? OTHER_TOOL : 0;
}

/**
 * How like a model's call is to a move of the script: 0 for not at all, more for the harness's own tool for such a move
 * than for another one that comes to the same.
 */
export function likeness(move: AbstractMove, native: ReplyCall | undefined, made: MadeCall): number {
  const own = sameTool(made, native);
  switch (move.move) {
    case 'shell':
      return commandLikeness(move.command, made, own ? NATIVE : OTHER_TOOL);
    case 'background':
      return commandLikeness(move.command, made, own ? NATIVE : BACKGROUND);
    case 'readFile':
      return fileLikeness(move.path, made, native, false);
    case 'writeFile':
    case 'editFile':
      return fileLikeness(move.path, made, native, true);
    case 'callTool':
      return toolLikeness(made, native);
    case 'delegate':
    case 'raw':
      return own ? NATIVE : 0;
  }
}
