import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasurandError } from '../../../core/errors.ts';
import { unshareWords } from '../../../scaffolds/native/process/namespaces.ts';
import type { RunEvidence, WorkspaceState } from '../../criteria/evidence.ts';

/** A verifier that is a command, as tasks have them. */
export interface CommandVerifier {
  /** The trial's file, as a URL. */
  readonly beside: string;
  /** Folder of the verifier, relative to it; `test.sh` is run. */
  readonly tests: string;
  /** Where the workspace stands while it runs. */
  readonly workdir: string;
  readonly seconds: number;
  readonly env?: Readonly<Record<string, string>>;
}

const SUCCESS = 1;

/** Folders of the machine that a verifier sees read-only: none of them can be a workspace. */
const SYSTEM = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'usr', 'etc', 'opt', 'proc', 'dev', 'tests', 'logs'];

/** Whether a workspace can stand at a path while a verifier runs. */
export const canHoldWorkspace = (workdir: string): boolean =>
  /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/.test(workdir) && !SYSTEM.includes(workdir.split('/')[1] ?? '');

const VARIABLE = /^[A-Za-z_]\w*$/;

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Lays out a root of its own: programs of the machine read-only, workspace and verifier where a task has them, and
 * nothing else of the machine, not its network either.
 */
const script = (
  folder: string,
  { tests, workdir, env }: { tests: string; workdir: string; env: Readonly<Record<string, string>> },
): string => `
set -e
r=/mnt
mount -t tmpfs -o size=512m,mode=755 none $r
for d in bin sbin lib lib32 lib64 usr etc opt; do
  if [ -L /$d ]; then ln -s "$(readlink /$d)" $r/$d
  elif [ -d /$d ]; then mkdir $r/$d; mount --rbind /$d $r/$d; mount -o remount,bind,ro $r/$d 2>/dev/null || true
  fi
done
mkdir -p $r/proc $r/dev $r/tmp $r/root $r/logs/verifier $r/tests $r${quote(workdir)}
mount -t proc none $r/proc
for d in null zero full random urandom; do : > $r/dev/$d; mount --bind /dev/$d $r/dev/$d; done
mount --bind ${quote(`${folder}/workspace`)} $r${quote(workdir)}
mount --bind ${quote(tests)} $r/tests
mount -o remount,bind,ro $r/tests 2>/dev/null || true
mount --bind ${quote(`${folder}/logs`)} $r/logs/verifier
cd $r${quote(workdir)}
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${Object.entries(env)
  .map(([name, value]) => quote(`${name}=${value}`))
  .join(
    ' ',
  )} chroot $r /bin/sh -c ${quote(`cd ${quote(workdir)} && exec sh -c 'command -v bash >/dev/null && exec bash /tests/test.sh || exec sh /tests/test.sh'`)} </dev/null
`;

function lay(folder: string, after: WorkspaceState): void {
  for (const [path, { text, bytes }] of Object.entries(after)) {
    if (text === undefined) {
      throw new MeasurandError('verifier-unable', `is no text of at most 1 MiB (${bytes} bytes)`, {
        file: path,
        kind: 'unsupported',
        next: 'A verifier that is a command gets the texts of a workspace only',
      });
    }
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** What a verifier wrote as its reward: a number in `reward.txt`, else the member `reward` of `reward.json`. */
function rewardIn(logs: string): number | undefined {
  const read = (name: string): string | undefined => {
    try {
      return readFileSync(join(logs, name), 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const plain = read('reward.txt');
  if (plain !== undefined) return plain === '' ? undefined : Number(plain);
  try {
    return Number((JSON.parse(read('reward.json') ?? '{}') as { readonly reward?: unknown }).reward);
  } catch {
    return undefined;
  }
}

/**
 * Runs a verifier that is a command on what a run left, apart from the machine and without a network. A reward of 1 is
 * success.
 *
 * @throws MeasurandError `verifier-unable` where it cannot be run, `verifier-silent` where it gives no reward
 */
export function runCommandVerifier({ happened }: RunEvidence, verifier: CommandVerifier): boolean {
  if (!happened) return false;
  const { beside, tests: place, workdir, seconds, env = {} } = verifier;
  if (!canHoldWorkspace(workdir) || !Object.keys(env).every((name) => VARIABLE.test(name))) {
    throw new MeasurandError(
      'verifier-unable',
      'has no working folder or variables that it can be run with',
      {
        record: workdir,
      },
    );
  }
  const tests = fileURLToPath(new URL(place, beside));
  const folder = mkdtempSync(join(tmpdir(), 'measurand-verifier-'));
  try {
    mkdirSync(join(folder, 'logs'));
    mkdirSync(join(folder, 'workspace'));
    lay(join(folder, 'workspace'), happened.after);
    const [file, ...words] = unshareWords(process.getuid?.() === 0);
    const end = spawnSync(file, words, {
      input: script(folder, { tests, workdir, env }),
      env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
      encoding: 'utf8',
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    const reward = rewardIn(join(folder, 'logs'));
    if (reward !== undefined && Number.isFinite(reward)) return reward >= SUCCESS;
    const said = `${end.error?.message ?? ''} ${end.stderr ?? ''}`.trim().split('\n').at(-1) ?? '';
    throw new MeasurandError('verifier-silent', `left no reward${said === '' ? '' : `: ${said}`}`, {
      file: join(tests, 'test.sh'),
      kind: 'apparatus',
      next: 'It is run without a network, with the programs of this machine',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
