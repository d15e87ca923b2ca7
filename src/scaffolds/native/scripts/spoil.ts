import { isJsonObject } from '../../../core/json.ts';
import type { ReplyCall } from '../../../gateway/contracts.ts';
import type { Spoiling } from './script.ts';

/** A member begun and never finished, as a model that hits its output limit leaves it. */
const UNFINISHED = ', "cmd": ';

/** A call with arguments that are wrong on purpose; free text is only ever cut. */
export function spoilt(call: ReplyCall, how: Spoiling): ReplyCall {
  const json = JSON.stringify(call.args);
  if (!isJsonObject(call.args)) return { ...call, rawArgs: json.slice(0, -1) };
  if (how === 'cut') return { ...call, rawArgs: `${json.slice(0, -1)}${UNFINISHED}` };
  if (how === 'empty') return { ...call, args: {} };
  const first = Object.keys(call.args).find((name) => typeof (call.args as never)[name] === 'string');
  return { ...call, args: first === undefined ? {} : { ...call.args, [first]: 123 } };
}
