import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Isolation } from '../contracts.ts';
import { writeRunFiles } from './files.ts';
import { killFound, processFinder, send } from './inside/processes.mjs';
import { INSIDE_FOLDER } from './inside-folder.ts';
import {
  layoutOf,
  PLACES,
  RUN_PARTS,
  type RunLayout,
  requireOutsideMountPoint,
  seenThrough,
} from './layout.ts';
import { MOUNT_POINT, type Mount, setupScript, unshareWords } from './namespaces.ts';
import { type ProgramRequest, type ProgramResult, startOf, superviseProgram } from './program-run.ts';
import type { RunningProcess, SupervisorSetup } from './protocol.ts';
import { Supervisor } from './supervisor.ts';

/** What a sandbox is made of. */
export interface SandboxOptions {
  /** The run's folder; it gets `home`, `workspace` and `tmp`. Nothing else can be written that outlives the run. */
  readonly folder: string;
  /** How to keep the run apart; see `checkIsolation`. */
  readonly isolation: Isolation;
  /** Ports of the run's loopback that lead to Unix sockets of ours. Port 0: any free one. */
  readonly forwards?: readonly { readonly port: number; readonly socket: string }[];
  /** Unix sockets of ours that `layout.relay(name)` leads to. */
  readonly sockets?: Readonly<Record<string, string>>;
  /** Folders to be seen read-only at a fixed place, such as where a harness is installed. */
  readonly programs?: readonly string[];
  /** Whether the run may write in the first folder of `programs`: an installation that is not finished. @default false */
  readonly programsWritable?: boolean;
}

/** One run's place on this machine, in which programs run one after another. Close it, or use `await using`. */
export interface Sandbox extends AsyncDisposable {
  readonly layout: RunLayout;
  /**
   * Runs a program to its end. What it leaves running goes on until a later program, or the sandbox, ends.
   *
   * @throws MeasurandError `sandbox-failed`, `file-outside-run`; the reason of the request's signal
   */
  run(request: ProgramRequest): Promise<ProgramResult>;
  /** Processes of the run that are there now. */
  processes(): Promise<readonly RunningProcess[]>;
  /** Ends every process of the run. */
  close(): Promise<void>;
}

const END_PATIENCE_MS = 5000;
const GONE_PATIENCE_MS = 10_000;
const LOOK_MS = 10;

function mountsOf(folder: string, options: SandboxOptions): Mount[] {
  const { forwards = [], sockets = {}, programs = [], programsWritable = false } = options;
  const socketMounts = [
    ...forwards.map(({ socket }, index): [string, string] => [`port-${index}`, socket]),
    ...Object.entries(sockets),
  ];
  return [
    { from: folder, at: PLACES.run, kind: 'folder', writable: true },
    { from: INSIDE_FOLDER, at: PLACES.supervisor, kind: 'folder', writable: false },
    { from: realpathSync(process.execPath), at: PLACES.node, kind: 'file', writable: false },
    ...programs.map(
      (from, index): Mount => ({
        from: realpathSync(from),
        at: PLACES.program(index),
        kind: 'folder',
        writable: programsWritable && index === 0,
      }),
    ),
    ...socketMounts.map(
      ([name, from]): Mount => ({
        from: realpathSync(from),
        at: PLACES.socket(name),
        kind: 'file',
        writable: true,
      }),
    ),
  ];
}

/** Kills the first process of the namespaces, at which the system ends all others before it reports the end. */
function killFirstProcess(outermost: number): void {
  try {
    const children = readFileSync(`/proc/${outermost}/task/${outermost}/children`, 'utf8').trim();
    for (const pid of children.split(' ').filter(Boolean)) send(Number(pid), 'SIGKILL');
  } catch {
    send(outermost, 'SIGKILL');
  }
}

/** Ends a sandbox whose supervisor may no longer listen, and whatever is left where no namespace ends it. */
async function endSandbox(supervisor: Supervisor, setup: SupervisorSetup): Promise<void> {
  supervisor.tell({ type: 'end' });
  const late = setTimeout(() => {
    if (supervisor.pid === undefined) return;
    if (setup.mode === 'namespaces') killFirstProcess(supervisor.pid);
    else send(supervisor.pid, 'SIGKILL');
  }, END_PATIENCE_MS);
  await supervisor.gone;
  clearTimeout(late);
  if (setup.mode === 'namespaces') return;
  const find = processFinder(setup, process.pid);
  // What was killed takes a moment to be gone, and longer on a loaded machine.
  for (let waited = 0; !killFound(find) && waited < GONE_PATIENCE_MS; waited += LOOK_MS) await pause(LOOK_MS);
}

/**
 * Opens a sandbox: namespaces of its own where `isolation` says so, with the run's folder at a fixed place, everything
 * else read-only, homes and temporary folders empty, and no network but loopback. Without namespaces its programs are
 * tracked by a mark in their environment, by descent and by where they stand, and nothing holds them back from the machine.
 *
 * Process handling is Node's own: what runs inside has to hand on live output, go on reading past the limit, choose
 * between process, group and namespace, and outlive its program to count what is left. A library would kill at the
 * limit and end with the program.
 *
 * @throws MeasurandError `sandbox-failed`, `run-folder-place`
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { isolation, forwards = [], sockets = {} } = options;
  for (const part of Object.values(RUN_PARTS)) mkdirSync(join(options.folder, part), { recursive: true });
  const folder = realpathSync(options.folder);
  const mounts = mountsOf(folder, options);
  const isolated = isolation.kind === 'namespaces';
  const seen = isolated
    ? (path: string): string => seenThrough(mounts, path)
    : (path: string): string => path;
  const setup: SupervisorSetup = {
    mode: isolation.kind,
    marker: isolated ? '' : randomUUID(),
    folder: seen(folder),
    forwards: forwards.map(({ port, socket }) => ({ port, socket: seen(realpathSync(socket)) })),
  };
  const inside = [seen(realpathSync(process.execPath)), join(seen(INSIDE_FOLDER), 'supervisor.mjs')];
  const words: [string, ...string[]] = [inside[0] ?? '', inside[1] ?? '', JSON.stringify(setup)];
  if (isolated) requireOutsideMountPoint(mounts);
  const supervisor = isolated
    ? new Supervisor(unshareWords(process.getuid?.() === 0), setupScript(mounts, homedir(), words))
    : new Supervisor(words);
  const { ports } = await supervisor.ask('ready').catch(async (error: unknown) => {
    await endSandbox(supervisor, setup);
    throw error;
  });
  const root = isolated ? join(MOUNT_POINT, PLACES.run) : folder;
  const layout = layoutOf(root, ports, seen, (name) => [
    inside[0] ?? '',
    join(seen(INSIDE_FOLDER), 'relay.mjs'),
    isolated ? join(MOUNT_POINT, PLACES.socket(name)) : (sockets[name] ?? basename(name)),
  ]);
  const close = (): Promise<void> => endSandbox(supervisor, setup);
  return {
    layout,
    run(request) {
      writeRunFiles(folder, root, request.files ?? []);
      const start = startOf(request, request.command.map(seen), request.cwd ?? layout.workspace);
      return superviseProgram(supervisor, start, request, isolation);
    },
    processes: async () => (await supervisor.ask('list', { type: 'list' })).processes,
    close,
    [Symbol.asyncDispose]: close,
  };
}
