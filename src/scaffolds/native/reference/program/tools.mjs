import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editText, readText, writeText } from './files.mjs';
import { run } from './shell.mjs';

/** @import { CallResult, ModelCall, Seams, ServerAnswer, ToolDeclaration } from './types.ts' */

const text = { type: 'string' };
const count = { type: 'integer', minimum: 1 };

/** @param {string} name @param {string} description @param {any} properties @param {string[]} required */
const tool = (name, description, properties, required) => ({
  name,
  description,
  parameters: { type: 'object', properties, required, additionalProperties: false },
});

/** @type {readonly ToolDeclaration[]} */
const OWN = [
  tool(
    'shell',
    'Runs a command and tells its output and how it ended.',
    { command: text, timeout_ms: count },
    ['command'],
  ),
  tool('background', 'Starts a command that runs on by itself.', { command: text }, ['command']),
  tool('job_output', 'Tells what a background job has printed, and whether it still runs.', { job: text }, [
    'job',
  ]),
  tool('job_stop', 'Ends a background job.', { job: text }, ['job']),
  tool('read_file', 'Reads a text file, or some lines of it.', { path: text, offset: count, limit: count }, [
    'path',
  ]),
  tool('write_file', 'Writes a whole file.', { path: text, text }, ['path', 'text']),
  tool('edit_file', 'Replaces one part of a file.', { path: text, find: text, replace: text }, [
    'path',
    'find',
    'replace',
  ]),
  tool(
    'delegate',
    'Gives a piece of work to a helper and waits for its answer.',
    { title: text, brief: text },
    ['title', 'brief'],
  ),
];

/** What is wrong with arguments, beside a declaration of ours. @param {ToolDeclaration} declared @param {any} args */
function argumentTrouble(declared, args) {
  const { properties, required } = /** @type {any} */ (declared.parameters);
  const missing = required.find((/** @type {string} */ name) => args[name] === undefined);
  if (missing !== undefined) return `${missing} is missing`;
  for (const [name, value] of Object.entries(args)) {
    if (!properties[name]) return `${name} is no argument of it`;
    const wanted = properties[name].type === 'string' ? 'string' : 'number';
    if (typeof value !== wanted) return `${name} must be a ${wanted}`;
  }
  return undefined;
}

/** @param {ServerAnswer} answer */
function answerText({ texts, structured, isError }) {
  const lines = [...(isError ? ['Error: the tool reports a failure.'] : []), ...texts];
  if (structured !== undefined) lines.push(JSON.stringify(structured));
  return lines.join('\n');
}

/** The tools of a session: those of the program itself and those of its servers. */
export class Tools {
  /** @type {any} */ #with;

  /**
   * @param {{
   *   workspace: string, temporary: string, session: string, seams: Seams,
   *   policy: import('./policy.mjs').Policy, jobs: import('./jobs.mjs').Jobs,
   *   servers: import('./servers.mjs').ToolServers, delegate: (brief: string) => Promise<string>,
   * }} parts
   */
  constructor(parts) {
    this.#with = parts;
  }

  /** @returns {readonly ToolDeclaration[]} */
  declared() {
    return this.#with.seams.declared([...OWN, ...this.#with.servers.declared()]);
  }

  /** @param {string} id @param {any} args */
  async #shell(id, { command, timeout_ms: limit }) {
    const { policy, seams, workspace, temporary, session } = this.#with;
    const denied = policy.deniesCommand(command);
    if (denied) return { text: denied, isError: true };
    const mark = `${session}-${id}`;
    const end = await run(command, limit, { workspace, temporary, mark }, seams);
    const { exitCode, signal, late, limitMs } = end;
    const told = late
      ? `[time limit: the command did not end within ${limitMs} ms and was stopped]`
      : `[${signal === null ? `exit code: ${exitCode}` : `killed by signal ${signal}`}]`;
    const keep = (/** @type {string} */ whole) => {
      const file = join(temporary, 'reference', `${mark}-whole.txt`);
      writeFileSync(file, whole);
      return file;
    };
    const output = seams.output(end.text, keep) || '(no output)';
    const words = late ? told : seams.ending(told, { exitCode, signal });
    return {
      text: `${output.replace(/\n?$/, '\n')}${words}${policy.restore()}`,
      isError: late || exitCode !== 0,
      exitCode,
      signal,
    };
  }

  /** @param {'read' | 'write'} route @param {string} path @param {() => string} act */
  #file(route, path, act) {
    const denied = this.#with.policy.deniesFile(route, path);
    return denied ? { text: denied, isError: true } : { text: act(), isError: false };
  }

  /** @param {string} name @param {any} args */
  async #server(name, args) {
    const { policy, servers, seams } = this.#with;
    const denied = policy.approval(name, args);
    if (denied) return { text: denied, isError: true };
    /** @type {ServerAnswer | undefined} */
    let answer;
    for (let time = 0; time < seams.times(name); time += 1) {
      const given = await servers.call(name, args);
      answer ??= given;
    }
    if (!answer) return { text: `Error: there is no tool ${name}.`, isError: true };
    return { text: answerText(seams.parts(answer)), isError: answer.isError };
  }

  /** @param {string} id @param {string} name @param {any} args @returns {Promise<any> | any} */
  #act(id, name, args) {
    const { workspace, seams, jobs, policy, delegate } = this.#with;
    const said = (/** @type {string} */ words) => ({ text: words, isError: false });
    switch (name) {
      case 'shell':
        return this.#shell(id, args);
      case 'background': {
        const denied = policy.deniesCommand(args.command);
        return denied ? { text: denied, isError: true } : said(jobs.begin(args.command));
      }
      case 'job_output':
        return said(jobs.output(args.job));
      case 'job_stop':
        return said(jobs.stop(args.job));
      case 'read_file':
        return this.#file('read', args.path, () => readText(workspace, args));
      case 'write_file':
        return this.#file('write', args.path, () => writeText(workspace, args));
      case 'edit_file':
        return this.#file('write', args.path, () => editText(workspace, args, seams));
      case 'delegate':
        return delegate(args.brief).then(said);
      default:
        return this.#server(name, args);
    }
  }

  /** @param {ModelCall} call */
  #args({ name, args }) {
    try {
      return JSON.parse(args || '{}');
    } catch {
      return this.#with.seams.repairs(name, args);
    }
  }

  /** Carries out one call. Whatever goes wrong is told to the model and is no failure of the session. @param {ModelCall} call @returns {Promise<CallResult>} */
  async call(call) {
    const { id, name } = call;
    const { seams } = this.#with;
    const failed = (/** @type {string} */ what) => ({
      call: id,
      name,
      text: `Error: ${what}. The call was not run.`,
      isError: true,
    });
    const read = this.#args(call);
    if (read === undefined)
      return failed('the arguments are no whole JSON, as when the reply was cut off by the output limit');
    const declared = OWN.find((each) => each.name === name);
    const trouble = declared && argumentTrouble(declared, read);
    if (trouble) return failed(`invalid arguments, ${trouble}`);
    try {
      const result = await this.#act(id, name, seams.args(name, read));
      return seams.result(call, { call: id, name, ...result });
    } catch (error) {
      return { call: id, name, text: `Error: ${/** @type {Error} */ (error).message}`, isError: true };
    }
  }
}
