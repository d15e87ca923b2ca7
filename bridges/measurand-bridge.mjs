// Serves one target over Measurand's line protocol from Node: one JSON object a line, both ways. See docs/bridge.md.
import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { relative } from 'node:path';

/** An answer that is an error: `code` is one of the protocol's error codes. */
export class Refusal extends Error {
  /** @param {string} code @param {string} [message] */
  constructor(code, message = '') {
    super(message);
    this.code = code;
  }
}

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} [variant]
 * @property {'outcome' | 'specification' | 'shape' | 'judge'} [scorerKind]
 * @property {'text' | 'records' | 'calls' | 'actions' | 'patch' | 'log' | 'opaque'} [submission]
 * @property {number} [resolution]
 * @property {[number, number]} [scoreRange]
 * @property {string[]} [stubs]
 * @property {string} [licence]
 * @property {string} [root] folder of the scorer's own files: an error that passes through one is the scorer's
 * @property {string[]} [files] files that ran, below the root
 * @property {{ id: string, title: string, label: 'degrading' | 'equivalent' | 'undecided', group?: string }[]} [edits]
 * @property {() => { id: string, tags?: string[] }[]} [listTasks]
 * @property {(task: string) => unknown} [truth]
 * @property {(task: string, submission: any) => any} [score]
 * @property {(task: string, edit: string) => { submission: unknown, place: string }[]} [perturb]
 * @property {() => unknown} [ownership]
 * @property {(file: string) => unknown} [replayParse]
 * @property {(task: string, scaffold: string, trial: number) => unknown} [episode] of the model that it was given
 */

/** Names of the methods by the hook that they answer. @type {Record<string, keyof Target>} */
const HOOKS = {
  list_tasks: 'listTasks',
  truth: 'truth',
  score: 'score',
  perturb: 'perturb',
  ownership: 'ownership',
  replay_parse: 'replayParse',
  episode: 'episode',
};

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

const connect = net.Socket.prototype.connect;

/** No new connection from this process, and nothing but protocol on standard output. */
function shut() {
  net.Socket.prototype.connect = () => {
    throw new Refusal('needs_environment', 'the scorer tried to use the network');
  };
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

/** @param {Target} target */
function provenance({ root, files = [] }) {
  const hashed = files.map((path) => ({
    path: root ? relative(root, path) : path,
    sha256: sha256(readFileSync(path)),
    role: 'scorer',
  }));
  const tree = sha256(hashed.map((file) => `${file.path}\0${file.sha256}\n`).join(''));
  return { files: hashed, tree_sha256: hashed.length > 0 ? tree : null };
}

/** @param {Target} target @param {Record<string, any>} params */
function hello(target, params) {
  if (String(params.protocol ?? '').split('.')[0] !== '1') {
    throw new Refusal('bad_request', 'this shim speaks protocol 1.0');
  }
  return {
    protocol: '1.0',
    target: {
      name: target.name,
      variant: target.variant ?? '',
      scorer_kind: target.scorerKind ?? 'outcome',
      submission: target.submission ?? 'opaque',
      resolution: target.resolution ?? 1e-9,
      score_range: target.scoreRange ?? [0, 1],
      deterministic: true,
    },
    hooks: Object.entries(HOOKS).flatMap(([hook, name]) => (target[name] ? [hook] : [])),
    edits: target.edits ?? [],
    runtime: { language: 'node', version: process.versions.node },
    provenance: provenance(target),
    stubs: target.stubs ?? [],
    model_calls: 'blocked',
    network: 'shim-blocked',
    licence: target.licence ?? '',
  };
}

/** @param {Target} target @param {Record<string, any>} params */
function listTasks(target, params) {
  const tasks = target.listTasks?.() ?? [];
  const at = params.cursor ?? 0;
  const end = at + (params.limit ?? tasks.length);
  return { tasks: tasks.slice(at, end), next: end < tasks.length ? end : null };
}

/** @param {Target} target @param {Record<string, any>} params */
function perturb(target, params) {
  const edit = target.edits?.find(({ id }) => id === params.edit);
  if (!edit) throw new Refusal('bad_request', `no edit ${JSON.stringify(params.edit)}`);
  const made = target.perturb?.(params.task, edit.id) ?? [];
  const site = params.site ?? 0;
  if (made.length === 0) return { sites: 0, label: edit.label };
  const one = made[site];
  if (!one)
    throw new Refusal('bad_request', `the edit applies at ${made.length} places here, not at ${site}`);
  return { submission: one.submission, label: edit.label, applied_to: one.place, sites: made.length };
}

let modelCalls = 0;

/** @param {Target} target @param {Record<string, any>} params */
async function score(target, params) {
  if (!('submission' in params)) throw new Refusal('bad_request', 'score needs a submission');
  modelCalls = 0;
  const graded = await target.score?.(params.task, params.submission);
  return { ...graded, model_calls: modelCalls };
}

/** @param {net.Socket} socket @param {string} path @param {string} body @returns {Promise<string>} */
const post = (socket, path, body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${process.env.MEASURAND_JUDGE_TOKEN}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const request = http.request(
      { method: 'POST', path, headers, createConnection: () => socket },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(
                new Refusal(
                  'needs_model',
                  `the judge answered ${response.statusCode}: ${text.slice(0, 300)}`,
                ),
              ),
        );
      },
    );
    request.on('error', (error) => reject(new Refusal('needs_model', `no judge answers: ${error.message}`)));
    request.end(body);
  });

/**
 * Asks the judge that the audit was given, and gives its words. The only way out of this process.
 *
 * @param {string | { role: string, content: string }[]} prompt
 * @returns {Promise<string>}
 * @throws {Refusal} `needs_model` when no judge was given or it did not answer: never a score
 */
export async function askJudge(prompt) {
  const { MEASURAND_JUDGE_SOCKET: path, MEASURAND_JUDGE_MODEL: model } = process.env;
  if (!path) throw new Refusal('needs_model', 'the scorer asks a model, and no judge was given');
  const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt;
  const socket = new net.Socket();
  connect.call(socket, { path });
  modelCalls += 1;
  const text = await post(
    socket,
    '/v1/chat/completions',
    JSON.stringify({ model, temperature: 0, messages }),
  );
  return String(JSON.parse(text).choices?.[0]?.message?.content ?? '');
}

/** @type {Record<string, (target: Target, params: Record<string, any>) => unknown>} */
const METHODS = {
  hello,
  list_tasks: listTasks,
  truth: async (target, params) => ({ submission: await target.truth?.(params.task), quality: 1 }),
  perturb,
  score,
  ownership: (target) => target.ownership?.(),
  replay_parse: (target, params) => target.replayParse?.(params.file),
  episode: (target, params) => target.episode?.(params.task, params.scaffold, params.trial ?? 0),
};

/** @param {Target} target @param {unknown} error */
function errorOf(target, error) {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  const stack = error instanceof Error ? String(error.stack) : String(error);
  process.stderr.write(`${stack}\n`);
  return {
    code: target.root && stack.includes(target.root) ? 'scorer_exception' : 'internal',
    type: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message.slice(0, 2000) : String(error).slice(0, 2000),
    traceback_sha256: sha256(stack),
  };
}

/** @param {unknown} value @returns {unknown} */
function finite(value) {
  return JSON.stringify(value, (_key, item) => {
    if (typeof item === 'number' && !Number.isFinite(item)) throw new TypeError(`${item} is no JSON number`);
    return item;
  });
}

/** @param {Target} target @param {string} line */
async function answer(target, line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    request = undefined;
  }
  if (!Number.isInteger(request?.id)) {
    process.stderr.write('a line is no request\n');
    return { last: false };
  }
  const { id, method, params = {} } = request;
  if (method === 'shutdown') return { reply: { id, ok: {} }, last: true };
  try {
    if (typeof params !== 'object' || params === null || Array.isArray(params)) {
      throw new Refusal('bad_request', 'params must be an object');
    }
    const hook = HOOKS[method];
    if (!Object.hasOwn(METHODS, method) || (hook && !target[hook])) {
      throw new Refusal('unsupported', `no method ${JSON.stringify(method)}`);
    }
    const ok = await METHODS[method]?.(target, params);
    finite(ok);
    return { reply: { id, ok }, last: false };
  } catch (error) {
    return { reply: { id, error: errorOf(target, error) }, last: false };
  }
}

/** Writes all of a text to the real standard output, however often the pipe is full. @param {string} text */
function send(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
    }
  }
}

/** Lines of standard input, cut at the line feed alone: other separators of Unicode are ordinary characters. */
async function* lines() {
  let held = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const parts = (held + chunk).split('\n');
    held = parts.pop() ?? '';
    yield* parts;
  }
}

/**
 * Answers requests until `shutdown` or the end of input.
 *
 * @param {() => Target | Promise<Target>} makeTarget called once, with prints out of the way
 */
export async function serve(makeTarget) {
  shut();
  const target = await makeTarget();
  for await (const line of lines()) {
    const { reply, last } = await answer(target, line);
    if (reply) send(`${JSON.stringify(reply)}\n`);
    if (last) break;
  }
  process.exit(0);
}
