import type { ModelMove, ToolCall } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';

/** Calls need ids that are unique within a conversation, so each counts on from what was answered before. */
function move(text: string, from: number, calls: readonly Pick<ToolCall, 'name' | 'args'>[]): ModelMove {
  return {
    text,
    calls: calls.map((call, index) => ({ id: `call-${from + index}`, ...call })),
    stop: 'end',
  };
}

/** A reply that calls nothing. */
export function say(text: string): ModelMove {
  return move(text, 0, []);
}

/** @param from number of the calls made so far */
export function askForTask(from: number): ModelMove {
  return move('', from, [{ name: 'get_task_info', args: {} }]);
}

/** @param pages asked for in this order within one reply */
export function fetchPages(from: number, pages: readonly number[]): ModelMove {
  return move(
    '',
    from,
    pages.map((page) => ({ name: 'fetch_page', args: { page } })),
  );
}

export function useTool(from: number, name: string, args: JsonObject): ModelMove {
  return move('', from, [{ name, args }]);
}
