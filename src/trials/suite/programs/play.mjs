import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, relative } from 'node:path';

/**
 * A helper program of a trial: it asks the run what to do, does it, and reports what it did.
 *
 * @typedef {import('./program.ts').ProgramAction} ProgramAction
 * @typedef {(event: string, data: Record<string, unknown>) => Promise<unknown>} Report
 */

const [player = '', base = '', workspace = '', name = '', ...argv] = process.argv.slice(1);

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
async function post(path, body) {
  const answer = await fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the run answered ${answer.status}`);
  return answer.json();
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** @param {NodeJS.WriteStream} stream @param {string | Uint8Array} data @returns {Promise<void>} */
const write = (stream, data) => new Promise((resolve) => void stream.write(data, () => resolve()));

/** @returns {Promise<string>} */
async function input() {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} path */
function inWorkspace(path) {
  const place = `${workspace}/${path}`;
  mkdirSync(dirname(place), { recursive: true });
  return place;
}

/** @param {readonly ProgramAction[]} actions */
function detach(actions) {
  const words = [player, base, workspace, name, '--actions', JSON.stringify(actions)];
  spawn(process.execPath, words, { detached: true, stdio: 'ignore' }).unref();
}

/** @param {ProgramAction} action @param {Report} report */
async function end(action, report) {
  if ('killSelf' in action) {
    await report('exit', { signal: action.killSelf });
    process.kill(process.pid, action.killSelf);
    await wait(60_000);
  } else if ('exit' in action) {
    await report('exit', { code: action.exit });
    process.exit(action.exit);
  }
}

/** A socket path is short, so it is named from the workspace. @param {string} program */
const socketOf = (program) => `.${program}.sock`;

/** @param {string} words @param {Report} report @param {(text: string) => Promise<void>} out */
async function answer(words, report, out) {
  const { actions } = await post('/heard', { program: name, run, words });
  for (const action of actions) await ('out' in action ? out(action.out) : act(action, report));
}

/** @param {Report} report @returns {Promise<void>} */
function listen(report) {
  process.chdir(workspace);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).setEncoding('utf8');
    let words = '';
    socket.on('data', (part) => {
      words += part;
    });
    socket.on('end', () => {
      const say = (/** @type {string} */ text) =>
        /** @type {Promise<void>} */ (new Promise((resolve) => void socket.end(text, () => resolve())));
      answer(words, report, say).catch(() => socket.destroy());
    });
  });
  return new Promise((_, reject) => void server.once('error', reject).listen(socketOf(name)));
}

/** @param {string} program @param {string} words @param {Report} report */
async function tell(program, words, report) {
  process.chdir(workspace);
  try {
    const socket = connect(socketOf(program));
    socket.end(words);
    for await (const part of socket) await write(process.stdout, part);
  } catch {
    await write(process.stderr, `${program} does not answer\n`);
    await end({ exit: 7 }, report);
  }
}

/** @param {ProgramAction} action @param {Report} report */
async function act(action, report) {
  if ('out' in action) await write(process.stdout, action.out);
  else if ('err' in action) await write(process.stderr, action.err);
  else if ('outBase64' in action) await write(process.stdout, Buffer.from(action.outBase64, 'base64'));
  else if ('waitMs' in action) await wait(action.waitMs);
  else if ('writeFile' in action) writeFileSync(inWorkspace(action.writeFile), action.text);
  else if ('appendFile' in action) appendFileSync(inWorkspace(action.appendFile), action.text);
  else if ('report' in action) await report('report', { step: action.report });
  else if ('readInput' in action) await answer(await input(), report, (text) => write(process.stdout, text));
  else if ('listen' in action) await listen(report);
  else if ('tell' in action) await tell(action.tell, action.words, report);
  else if ('detach' in action) detach(action.detach);
  else await end(action, report);
}

/** Which start of the program this is. */
let run = 0;

/** What a process left behind does; its end is the last thing that it reports. */
async function playDetached() {
  /** @type {Report} */
  const report = (event, data) => post('/event', { program: `${name}-detached`, event, data });
  for (const action of JSON.parse(argv[1] ?? '[]')) await act(action, report);
  await act({ exit: 0 }, report);
}

async function play() {
  const cwd = relative(workspace, process.cwd()) || '.';
  const started = await post('/start', { program: name, argv, cwd });
  run = started.run;
  /** @type {Report} */
  const report = (event, data) => post('/event', { program: name, event, data: { run, ...data } });
  for (const action of started.actions) await act(action, report);
  await act({ exit: 0 }, report);
}

(argv[0] === '--actions' ? playDetached() : play()).catch((error) => {
  process.stderr.write(`${name}: ${error.message}\n`);
  process.exit(125);
});
