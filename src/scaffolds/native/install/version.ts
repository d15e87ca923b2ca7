import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { checkIsolation } from '../process/isolation.ts';
import { runProcess } from '../process/run-process.ts';

const VERSION = /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/;
const PATIENCE_MS = 120_000;

/** What to start, and the folders that it stands in. */
export interface StartedBy {
  readonly command: readonly [string, ...string[]];
  readonly programs: readonly string[];
  /** Whether it may write in the first of them: only while an installation is made. @default false */
  readonly programsWritable?: boolean;
}

/**
 * Asks a harness for its version, in a sandbox: empty environment, fresh home, no network.
 *
 * @throws MeasurandError `harness-unusable` when it prints none
 */
export async function readVersion(
  { command, programs, programsWritable = false }: StartedBy,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-version-'));
  try {
    const isolation = await checkIsolation();
    const home = isolation.kind === 'namespaces' ? '/mnt/session/home' : join(folder, 'home');
    const { exitCode, stdout, stderr, timedOut } = await runProcess({
      folder,
      isolation,
      programs,
      programsWritable,
      command,
      args,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TERM: 'dumb' },
      timeoutMs: PATIENCE_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    // Some print it as an error.
    const version = [stdout, stderr]
      .map((bytes) => VERSION.exec(Buffer.from(bytes).toString('utf8'))?.[0])
      .find(Boolean);
    if (exitCode === 0 && version !== undefined) return version;
    const said = timedOut ? 'it did not end' : Buffer.from(stderr).toString('utf8').trim().split('\n').at(-1);
    throw new MeasurandError(
      'harness-unusable',
      `${command.join(' ')} did not tell its version: ${said ?? ''}`,
      {
        kind: 'unsupported',
        next: 'Install it anew with measurand harness install, or give another path',
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
