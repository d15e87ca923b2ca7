import { isJsonObject, type JsonValue } from '../../core/json.ts';

const INTEGER_TEXT = /^\s*[+-]?\d+(?:_\d+)*\s*$/;

/**
 * The page as the release's log names it: Python's `int` of the `page` argument, or the number of the turn where there is
 * none (the tool itself takes page 1 then). Undefined where Python raises and the release's scaffold breaks.
 */
export function loggedPage(args: JsonValue, turn: number): string | undefined {
  if (!isJsonObject(args)) return undefined;
  const { page = turn } = args;
  if (typeof page === 'boolean') return page ? '1' : '0';
  if (typeof page === 'string') {
    return INTEGER_TEXT.test(page)
      ? BigInt(page.trim().replaceAll('_', '').replace('+', '')).toString()
      : undefined;
  }
  return typeof page === 'number' && Number.isFinite(page) ? BigInt(Math.trunc(page)).toString() : undefined;
}
