import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasurandError } from '../../../core/errors.ts';
import { onPath } from './on-path.ts';

/** Ends npm when we are killed: it would go on writing where the next installation works. */
const LEASH = fileURLToPath(new URL('./leash.mjs', import.meta.url));

const STDERR_KEPT = 4000;

/** What a package manager around us, or a debugger, may have set for itself and not for an installation. */
const NOT_OURS =
  /^(?:npm_config_(?:global|prefix|local_prefix|workspaces?|include_workspace_root)|NODE_OPTIONS)$/i;

/** Never a script of a package, nothing but the packages asked for, and no word about npm itself. */
const FLAGS = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--global=false',
  '--omit=dev',
  '--include=optional',
  '--engine-strict=false',
  '--loglevel=error',
];

export interface NpmInstall {
  /** An empty folder. */
  readonly folder: string;
  /** Exact versions by package. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** A Node to run npm with, so that it picks what fits this one. @default the one that runs us */
  readonly node?: string;
  readonly ignorePeers?: boolean;
  readonly signal?: AbortSignal;
}

function npmProgram(): string {
  const npm = onPath('npm');
  if (npm !== undefined) return npm;
  throw new MeasurandError('npm-missing', 'harnesses are installed with npm, which is not on the PATH', {
    kind: 'unsupported',
    next: 'Install npm, which comes with Node.js, or give a harness that is installed by its path',
  });
}

function failure(said: string, dependencies: NpmInstall['dependencies']): MeasurandError {
  const names = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  return new MeasurandError('install-failed', `npm could not install ${names[0]}: ${said.trim()}`, {
    kind: 'failed',
    next: 'Check that the version exists and that the registry can be reached; npm is used as you have configured it',
  });
}

/**
 * Installs packages with the user's npm, from the registry that it is configured for. Scripts of packages never run.
 *
 * @throws MeasurandError `npm-missing`, `install-failed`; the reason of the signal
 */
export async function npmInstall({
  folder,
  dependencies,
  node,
  ignorePeers,
  signal,
}: NpmInstall): Promise<void> {
  const npm = npmProgram();
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ private: true, dependencies }, undefined, 2)}\n`,
  );
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)));
  const peers = ignorePeers ? ['--legacy-peer-deps'] : [];
  const runner = node ?? process.execPath;
  const words = [runner, npm, 'install', ...FLAGS, ...peers, '--prefix', folder];
  const child = spawn(process.execPath, [LEASH, ...words], {
    cwd: folder,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A group of its own, so that an abort reaches what npm starts.
    detached: process.platform !== 'win32',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-STDERR_KEPT);
  });
  const abort = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  signal?.addEventListener('abort', abort);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    signal?.throwIfAborted();
    if (code !== 0) throw failure(said, dependencies);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
