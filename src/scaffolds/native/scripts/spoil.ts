import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { ReplyCall } from '../../../gateway/contracts.ts';
import type { Spoiling } from './script.ts';

/** A member begun and never finished, as a model that hits its output limit leaves it. */
const UNFINISHED = ', "cmd": ';

/** The text up to the middle of its longest member, or of itself when it is free text. */
function halfOf(args: JsonValue, json: string): string {
  if (typeof args === 'string') return args.slice(0, args.length / 2);
  const texts = isJsonObject(args) ? Object.values(args).map((value) => JSON.stringify(value)) : [json];
  const longest = texts.toSorted((a, b) => b.length - a.length)[0] ?? json;
  return json.slice(0, json.indexOf(longest) + longest.length / 2);
}

/** A call with arguments that are wrong on purpose; free text is only ever cut. */
export function spoilt(call: ReplyCall, how: Spoiling): ReplyCall {
  const json = JSON.stringify(call.args);
  if (how === 'half') return { ...call, rawArgs: halfOf(call.args, json) };
  if (!isJsonObject(call.args)) return { ...call, rawArgs: json.slice(0, -1) };
  if (how === 'cut') return { ...call, rawArgs: `${json.slice(0, -1)}${UNFINISHED}` };
  if (how === 'empty') return { ...call, args: {} };
  const first = Object.keys(call.args).find((name) => typeof (call.args as never)[name] === 'string');
  return { ...call, args: first === undefined ? {} : { ...call.args, [first]: 123 } };
}
