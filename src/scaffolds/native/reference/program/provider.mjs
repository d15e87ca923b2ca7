/** @import { ChatMessage, ModelCall, SessionRow, ToolDeclaration } from './types.ts' */

const TRIES = 3;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
const LONGEST_ANSWER_MS = 600_000;

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** A provider that did not answer, and whether it is worth asking again. */
class ProviderError extends Error {
  /** @param {string} message @param {boolean} again @param {number} [afterMs] */
  constructor(message, again, afterMs) {
    super(message);
    this.again = again;
    this.afterMs = afterMs;
  }
}

/** @param {Response} response @param {string} text */
function refusal(response, text) {
  const { status } = response;
  let message = text;
  try {
    message = JSON.parse(text).error.message;
  } catch {
    // Whatever it says is told as it stands.
  }
  const seconds = Number(response.headers.get('retry-after'));
  const again = status === 408 || status === 429 || status >= 500;
  const after = seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : undefined;
  return new ProviderError(`the provider answered ${status}: ${message}`, again, after);
}

/** @param {string} text @returns {{ text: string, calls: ModelCall[] }} */
function replyIn(text) {
  let message;
  try {
    message = JSON.parse(text).choices[0].message;
  } catch {
    throw new ProviderError(
      `the provider's answer is no reply: ${text.slice(0, 200) || 'it is empty'}`,
      true,
    );
  }
  const calls = (message.tool_calls ?? []).map((/** @type {any} */ call) => ({
    id: call.id,
    name: call.function.name,
    args: call.function.arguments,
  }));
  if (!message.content && calls.length === 0)
    throw new ProviderError('the provider answered with an empty message', true);
  return { text: message.content ?? '', calls };
}

/** @param {string} url @param {string} key @param {unknown} body */
async function once(url, key, body) {
  let response;
  let text;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new ProviderError(
      `the connection to the provider ended: ${/** @type {Error} */ (error).message}`,
      true,
    );
  }
  if (!response.ok) throw refusal(response, text);
  return replyIn(text);
}

/** @param {SessionRow} row @returns {ChatMessage | undefined} */
function messageOf(row) {
  if (row.type === 'user') return { role: 'user', content: row.text };
  if (row.type === 'result') return { role: 'tool', tool_call_id: row.call, content: row.text };
  if (row.type !== 'assistant') return undefined;
  const calls = row.calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return { role: 'assistant', content: row.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

/** The conversation as the protocol has it. @param {readonly SessionRow[]} rows @returns {ChatMessage[]} */
export const messagesOf = (rows) => rows.flatMap((row) => messageOf(row) ?? []);

/**
 * Asks the model, again a few times where that can help.
 *
 * @param {{ gateway: string, model: string, key: string }} provider
 * @param {readonly ChatMessage[]} messages
 * @param {readonly ToolDeclaration[]} tools
 */
export async function ask({ gateway, model, key }, messages, tools) {
  const body = { model, messages, tools: tools.map((tool) => ({ type: 'function', function: tool })) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(`${gateway}/v1/chat/completions`, key, body);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.again || attempt === TRIES) throw error;
      await wait(error.afterMs ?? FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}
