import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** @import { ProgramSettings, Seams } from './types.ts' */

const HOOK_LIMIT_MS = 60_000;
/** Words that hand on to the command after them. */
const WRAPPERS = new Set(['env', 'exec', 'nice', 'nohup', 'sudo', 'time', 'timeout', 'command', 'xargs']);

/** Where a path leads in the end, links followed as far as they exist. @param {string} path @returns {string} */
function truePlace(path) {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : join(truePlace(folder), basename(path));
}

/** The programs that a command line starts, as far as its words tell. @param {string} command */
function programsIn(command) {
  return command.split(/[;&|\n(){}`]|\$\(/).flatMap((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\w+=/.test(word));
    const first = words.findIndex((word) => !WRAPPERS.has(basename(word)) && !/^[-\d]/.test(word));
    return first < 0 ? [] : words.slice(0, first + 1).map((word) => basename(word.replace(/['"\\]/g, '')));
  });
}

/** What may not be done, and who is asked. A rule on files holds for every route, since the files themselves are guarded. */
export class Policy {
  /** @type {ProgramSettings} */ #settings;
  /** @type {Seams} */ #seams;
  /** @type {Map<string, Buffer | undefined>} Protected files with what they are to hold, by place. */
  #written = new Map();
  /** @type {Map<string, Buffer>} Files out of reach, with what they hold. */
  #hidden = new Map();

  /** @param {ProgramSettings} settings @param {Seams} seams */
  constructor(settings, seams) {
    this.#settings = settings;
    this.#seams = seams;
    const places = (/** @type {readonly string[]} */ paths) =>
      paths.map((path) => truePlace(resolve(settings.workspace, path)));
    for (const place of places(settings.denyWrite))
      this.#written.set(place, existsSync(place) ? readFileSync(place) : undefined);
    for (const place of places(settings.denyRead)) {
      if (!existsSync(place) || seams.allows('read')) continue;
      this.#hidden.set(place, readFileSync(place));
      writeFileSync(place, `Permission denied: reading ${basename(place)} is not allowed here.\n`);
    }
  }

  /** Why a call is denied before it runs. @param {'read' | 'write'} route @param {string} path */
  deniesFile(route, path) {
    const place = truePlace(resolve(this.#settings.workspace, path));
    const guarded = this.#hidden.has(place) || (route === 'write' && this.#written.has(place));
    if (!guarded || this.#seams.allows(route)) return undefined;
    return `Denied: ${route === 'read' ? 'reading' : 'writing'} ${path} is not allowed by the rules of this session. Nothing was done.`;
  }

  /** @param {string} command */
  deniesCommand(command) {
    const named = programsIn(command).find((word) => this.#settings.denyCommand.includes(word));
    if (named === undefined || this.#seams.allows('command')) return undefined;
    return `Denied: ${named} is not allowed by the rules of this session. The command was not run.`;
  }

  /** Undoes what a command did to protected files; gives what to say of it. */
  restore() {
    if (this.#seams.allows('shell')) return '';
    const undone = [...this.#written].filter(([place, due]) => {
      const now = existsSync(place) ? readFileSync(place) : undefined;
      if (due === undefined ? now === undefined : now?.equals(due)) return false;
      if (due === undefined) rmSync(place, { force: true });
      else {
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, due);
      }
      return true;
    });
    const names = undone.map(([place]) => basename(place)).join(', ');
    return names === '' ? '' : `\n[denied: writing ${names} is not allowed; the change was undone]`;
  }

  /** Runs a hook of the workspace. @param {string} program @param {unknown} input */
  #hook(program, input) {
    const { workspace } = this.#settings;
    const { status, stdout, stderr } = spawnSync(resolve(workspace, program), {
      cwd: workspace,
      input: JSON.stringify(input),
      encoding: 'utf8',
      timeout: HOOK_LIMIT_MS,
    });
    return { refuses: status !== 0, word: stdout.trim(), reason: stderr.trim() || 'No reason is given.' };
  }

  /**
   * Why a call of a tool server is not approved.
   *
   * @param {string} name
   * @param {unknown} args
   */
  approval(name, args) {
    const { approval, approver } = this.#settings;
    if (approval === 'never' || this.#seams.allows('approval')) return undefined;
    if (approver === undefined)
      return `Denied: ${name} needs an approval, and nobody is there to give one. It was not run.`;
    const { refuses, word, reason } = this.#hook(approver, { tool_name: name, tool_input: args });
    if (!refuses) return undefined;
    if (word === 'expired')
      return `Time limit: nobody answered the request to approve ${name}, so it was not run. ${reason}`;
    return `Denied: the approver rejected ${name}, so it was not run. ${reason}`;
  }

  /** What the finish hook says against finishing; undefined when it agrees or there is none. */
  refusesToFinish() {
    const { finishHook } = this.#settings;
    if (finishHook === undefined) return undefined;
    const { refuses, reason } = this.#hook(finishHook, { hook_event_name: 'Stop' });
    return this.#seams.finishes(refuses) ? reason : undefined;
  }

  /** Gives files out of reach back to their owner. */
  close() {
    for (const [place, bytes] of this.#hidden) writeFileSync(place, bytes);
  }
}
