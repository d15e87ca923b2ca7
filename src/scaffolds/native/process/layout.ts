import { posix } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { MOUNT_POINT, type Mount } from './namespaces.ts';

/** Where the parts of a run stand, as its programs see them. */
export interface RunLayout {
  /** The run's folder. */
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly temporary: string;
  /** Ports of loopback that lead to sockets of ours, in the order of `forwards`. */
  readonly ports: readonly number[];
  /** A path of this machine as the run's programs see it. What is not mounted for the run keeps its path. */
  seen(path: string): string;
  /** The program and arguments that connect a standard-stream client to a socket, by the name in `sockets`. */
  relay(name: string): readonly [string, ...string[]];
}

/** Parts of a run's folder; each exists before a program starts. */
export const RUN_PARTS = { home: 'home', workspace: 'workspace', temporary: 'tmp' } as const;

/** Names below the mount point. */
export const PLACES = {
  run: 'session',
  supervisor: 'tools',
  node: 'tools-node',
  socket: (name: string) => `sockets/${name}`,
  program: (index: number) => (index === 0 ? 'program' : `program-${index + 1}`),
} as const;

/** The part of `path` below `folder`, from `/` on; undefined when it is not below. */
function below(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined;
}

/** Translates a path of the machine into what is seen through the mounts; the deepest mount wins. */
export function seenThrough(mounts: readonly Mount[], path: string): string {
  const fitting = mounts
    .map(({ from, at }) => ({ from, at, rest: below(from, path) }))
    .filter(({ rest }) => rest !== undefined)
    .sort((a, b) => b.from.length - a.from.length)[0];
  return fitting ? `${MOUNT_POINT}/${fitting.at}${fitting.rest}` : path;
}

export function layoutOf(
  root: string,
  ports: readonly number[],
  seen: (path: string) => string,
  relayWords: (name: string) => readonly [string, ...string[]],
): RunLayout {
  return {
    root,
    home: posix.join(root, RUN_PARTS.home),
    workspace: posix.join(root, RUN_PARTS.workspace),
    temporary: posix.join(root, RUN_PARTS.temporary),
    ports,
    seen,
    relay: relayWords,
  };
}

/** @throws MeasurandError `run-folder-place` when the mount point would hide what is to be mounted below it */
export function requireOutsideMountPoint(mounts: readonly Mount[]): void {
  const hiddenOne = mounts.find(({ from }) => below(MOUNT_POINT, from) !== undefined);
  if (hiddenOne === undefined) return;
  throw new MeasurandError('run-folder-place', `a run cannot use ${JSON.stringify(hiddenOne.from)}`, {
    next: `Use a place that is not below ${MOUNT_POINT}, where the run's own folders are mounted`,
  });
}
