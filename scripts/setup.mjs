// Sets a checkout up with nothing but Node: installs when node_modules is missing or older than the lock file,
// builds when dist is missing or older than the sources. Says nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Measurand needs Node.js 20.19 or newer; this is ${process.version}. Install a newer Node.js and try again\n`,
  );
  process.exit(2);
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
    latest = Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return latest;
}

function run(what, args) {
  process.stderr.write(`${what} …\n`);
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(
      `npm ${args.join(' ')} failed; mend what it names above and run the command again\n`,
    );
    process.exit(4);
  }
}

const installed = modified(join(root, 'node_modules', '.package-lock.json'));
if (installed === 0 || installed < modified(join(root, 'package-lock.json'))) {
  run('Installing dependencies', ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
}
const built = modified(join(root, 'dist', 'cli', 'main.js'));
const sources = Math.max(
  newest(join(root, 'src')),
  modified(join(root, 'tsconfig.json')),
  modified(join(root, 'tsconfig.build.json')),
);
if (built === 0 || built < sources) run('Building', ['run', '--silent', 'build']);
