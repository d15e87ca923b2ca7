// Runs inside a sandbox: loads a harness and lets it play one episode, every call of a tool and every question to the
// model going over a socket to whoever holds them. Words: where the socket is, where the harness is.
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [socketPath = '', modulePath = ''] = process.argv.slice(2);
const socket = createConnection(socketPath);
/** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
let next = 1;
let submitted = false;

/** @param {object} message */
const send = (message) =>
  new Promise((resolve) => {
    socket.write(`${JSON.stringify(message)}\n`, resolve);
  });

/** @param {string} type @param {object} body */
function request(type, body) {
  const id = next;
  next += 1;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    void send({ type, id, ...body });
  });
}

/** @param {any} start */
async function play({ instruction, tools, limits }) {
  const { run } = await import(pathToFileURL(modulePath).href);
  if (typeof run !== 'function') throw new TypeError('the module exports no function run');
  await run({
    instruction,
    tools,
    limits,
    submitted: () => submitted,
    /** @param {unknown} messages @param {object} options */
    decide: (messages, options = {}) => request('decide', { messages, ...options }),
    /** @param {string} name @param {unknown} args */
    async call(name, args) {
      const { submitted: now, ...result } = await request('call', { name, args });
      submitted = now;
      return result;
    },
  });
}

/** @param {object} end */
async function leave(end) {
  await send(end);
  socket.end();
}

createInterface({ input: socket }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'start') {
    play(message).then(
      () => leave({ type: 'ended' }),
      (error) => leave({ type: 'failed', message: String(error?.message ?? error).slice(0, 500) }),
    );
    return;
  }
  const open = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.error === undefined) open?.resolve(message.result);
  else open?.reject(new Error(message.error));
});
