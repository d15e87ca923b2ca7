import { readlinkSync } from 'node:fs';

/** Something of the machine that a run may see at a fixed place. */
export interface Mount {
  readonly from: string;
  /** Name below the mount point. */
  readonly at: string;
  readonly kind: 'folder' | 'file';
  readonly writable: boolean;
}

/**
 * Everything that a run is given is mounted below here, at the same paths in every run. The name says nothing, since
 * models read it.
 */
export const MOUNT_POINT = '/mnt';

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The loopback device of a new namespace is down; whichever tool there is brings it up. */
const LOOPBACK_UP = [
  'ip link set lo up 2>/dev/null',
  'ifconfig lo up 2>/dev/null',
  'busybox ip link set lo up 2>/dev/null',
  `{ echo 'no program can bring loopback up: install iproute2' >&2; exit 91; }`,
].join(' || ');

/**
 * Makes every file system that the machine has mounted read-only for the run. A namespace may not drop the flags that
 * a mount already has, so they are named again.
 */
const READ_ONLY = `
while read -r _ _ _ _ point options _; do
  case "$point" in ${MOUNT_POINT}/*|${MOUNT_POINT}|/proc|/proc/*|/sys|/sys/*|/dev|/dev/*) continue ;; esac
  flags=remount,bind,ro
  for flag in nosuid nodev noexec noatime nodiratime relatime; do
    case ",$options," in *",$flag,"*) flags="$flags,$flag" ;; esac
  done
  mount -o "$flags" "$(printf '%b' "$point")" 2>/dev/null || true
done < /proc/self/mountinfo`;

function mountLines({ from, at, kind, writable }: Mount): string[] {
  const target = quoted(`${MOUNT_POINT}/${at}`);
  return [
    kind === 'folder' ? `mkdir -p ${target}` : `mkdir -p "$(dirname ${target})"; : > ${target}`,
    `mount --bind ${quoted(from)} ${target}`,
    ...(writable ? [] : [`mount -o remount,bind,ro ${target} 2>/dev/null || true`]),
  ];
}

/** The mount namespace of this machine's own programs, ours among them. */
const ownNamespace = (): string => readlinkSync('/proc/self/ns/mnt');

/** Homes and temporary folders of the machine: a run sees each of them empty, and what it writes there is gone with it. */
function hidden(home: string): string[] {
  return [...new Set(['/root', '/home', '/tmp', '/var/tmp', '/dev/shm', home])].filter(
    (path) => path !== '/',
  );
}

/**
 * What the first process of the namespaces does. It stays a shell, and not the last program that it starts, because
 * the first process must take in children whose parents have gone, and a shell does.
 *
 * @param words the supervisor's command, as seen after the mounts
 */
export function setupScript(mounts: readonly Mount[], home: string, words: readonly string[]): string {
  return [
    'set -e',
    // Whatever started this, nothing is ever mounted over the machine itself.
    `[ "$$" = 1 ] && [ "$(readlink /proc/self/ns/mnt)" != ${quoted(ownNamespace())} ] || exit 92`,
    LOOPBACK_UP,
    // A harness may tell its model the host's name.
    'hostname localhost 2>/dev/null || true',
    `mount -t tmpfs -o size=4m,mode=755 none ${MOUNT_POINT}`,
    ...mounts.flatMap(mountLines),
    READ_ONLY,
    ...hidden(home).map(
      (path) => `[ ! -d ${quoted(path)} ] || mount -t tmpfs -o size=2g,mode=1777 none ${quoted(path)}`,
    ),
    `cd ${MOUNT_POINT}`,
    'set +e',
    `${words.map(quoted).join(' ')} </dev/null`,
    'exit $?',
    '',
  ].join('\n');
}

/**
 * The words that start a shell in namespaces of its own, which reads its script from standard input: in its arguments
 * the run's programs could read it. Without rights a user namespace comes first.
 */
export function unshareWords(asRoot: boolean): [string, ...string[]] {
  const user = asRoot ? [] : ['--user', '--map-root-user'];
  const kinds = ['--net', '--mount', '--pid', '--ipc', '--uts'];
  return [
    'unshare',
    ...user,
    ...kinds,
    '--fork',
    '--mount-proc',
    '--kill-child=SIGKILL',
    '--',
    '/bin/sh',
    '-s',
  ];
}
