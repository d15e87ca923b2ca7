import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Limits on one child, in seconds, bytes and counts. */
export interface ChildLimits {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly processes: number;
}

export const CHILD_LIMITS: ChildLimits = {
  cpuSeconds: 900,
  memoryBytes: 4 * 2 ** 30,
  fileBytes: 256 * 2 ** 20,
  processes: 256,
};

/** What holds for the children of one target. Only what was seen to work is claimed. */
export interface Isolation {
  readonly processGroup: boolean;
  readonly freshFolder: boolean;
  readonly environmentAllowList: boolean;
  /** Every descendant dies with the child, even one that left its process group. */
  readonly processNamespace: boolean;
  readonly networkNamespace: boolean;
  /** Folders of the benchmark that cannot be written to. */
  readonly readOnly: readonly string[];
  /** Which of `cpu`, `memory`, `file-size`, `processes` are limited. */
  readonly limits: readonly string[];
}

const NAMESPACES = [
  '--user',
  '--map-root-user',
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount',
  '--mount-proc',
];

/** Binds each folder over itself without the right to write, then becomes the program. */
const READ_ONLY = `while [ "$1" != -- ]; do
  mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 97
  shift
done
shift
exec "$@"`;

const SHELL = '/bin/sh';

/** What a command was seen to do; a machine does not change its mind within one run. */
const tried = new Map<string, boolean>();

function works(file: string, args: readonly string[]): boolean {
  const key = [file, ...args].join('\0');
  const known = tried.get(key);
  if (known !== undefined) return known;
  const { status, error } = spawnSync(file, args, { stdio: 'ignore', timeout: 10_000 });
  const holds = error === undefined && status === 0;
  tried.set(key, holds);
  return holds;
}

const limitArguments = (limits: ChildLimits): readonly string[] => [
  `--cpu=${limits.cpuSeconds}`,
  `--data=${limits.memoryBytes}`,
  `--fsize=${limits.fileBytes}`,
  `--nproc=${limits.processes}`,
  '--core=0',
];

/** How a command line is wrapped, and what that gives. */
export interface Wrapping {
  readonly isolation: Isolation;
  wrap(command: readonly string[]): readonly string[];
}

/** The kernel lets the superuser of the machine pass the limit on processes. */
const processesLimited = (): boolean => process.getuid?.() !== 0;

/**
 * Tries each means of isolation once on a harmless command and keeps those that work here.
 *
 * @param readOnly folders that the child must not write to
 * @param limits on each child
 */
export function isolationFor(readOnly: readonly string[], limits: ChildLimits = CHILD_LIMITS): Wrapping {
  const harmless = [SHELL, '-c', ':'];
  const folders = readOnly.filter((folder) => existsSync(folder) && folder !== '/');
  const namespaces = works('unshare', [...NAMESPACES, ...harmless]) ? ['unshare', ...NAMESPACES] : [];
  const bind = (paths: readonly string[]): string[] => [SHELL, '-c', READ_ONLY, 'sh', ...paths, '--'];
  const bound = namespaces.length > 0 && folders.length > 0;
  const held = bound && works('unshare', [...NAMESPACES, ...bind(folders), ...harmless]) ? folders : [];
  const limited = works('prlimit', [...limitArguments(limits), ...harmless]);
  const prefix = [
    ...namespaces,
    ...(held.length > 0 ? bind(held) : []),
    ...(limited ? ['prlimit', ...limitArguments(limits)] : []),
  ];
  return {
    isolation: {
      processGroup: true,
      freshFolder: true,
      environmentAllowList: true,
      processNamespace: namespaces.length > 0,
      networkNamespace: namespaces.length > 0,
      readOnly: held,
      limits: limited ? ['cpu', 'memory', 'file-size', ...(processesLimited() ? ['processes'] : [])] : [],
    },
    wrap: (command) => [...prefix, ...command],
  };
}
