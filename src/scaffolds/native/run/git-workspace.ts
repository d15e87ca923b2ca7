import { MeasurandError } from '../../../core/errors.ts';
import type { Sandbox } from '../process/sandbox.ts';

/** One commit of everything, by a made-up author at a fixed time, so that its hash is the same in every run. */
const COMMIT = `
git init -q -b main . &&
git config user.name lab && git config user.email lab@localhost &&
git add -A && git commit -q --allow-empty -m init`;

const WHEN = '2026-01-01T00:00:00Z';
const LIMIT_MS = 60_000;

/**
 * Makes the workspace of a run a git repository: some harnesses refuse to work elsewhere, and most tell their model.
 *
 * @throws MeasurandError `workspace-git` when the machine has no git, or it fails
 */
export async function commitWorkspace(sandbox: Sandbox): Promise<void> {
  const { exitCode, stderr } = await sandbox.run({
    command: ['/bin/sh', '-c', COMMIT],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: sandbox.layout.home,
      LANG: 'C.UTF-8',
      GIT_AUTHOR_DATE: WHEN,
      GIT_COMMITTER_DATE: WHEN,
      GIT_CONFIG_NOSYSTEM: '1',
    },
    timeoutMs: LIMIT_MS,
  });
  if (exitCode === 0) return;
  throw new MeasurandError(
    'workspace-git',
    `the workspace cannot be made a repository: ${Buffer.from(stderr).toString('utf8').trim()}`,
    { kind: 'apparatus', next: 'Install git' },
  );
}
