// npm run prove -- [NAME [OPTIONS]]: runs one proof of scripts/prove, or all of them, and keeps what it prints under
// docs/proofs. With options, which make a proof smaller than the one that is kept, it prints and keeps nothing.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const names = readdirSync(join(root, 'scripts', 'prove'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

function prove(name: string, options: readonly string[]): boolean {
  process.stderr.write(`${name} …\n`);
  const file = join(root, 'scripts', 'prove', `${name}.ts`);
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', file, ...options], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
  if (status === 0 && options.length === 0)
    writeFileSync(join(root, 'docs', 'proofs', `${name}.json`), stdout);
  return status === 0;
}

const [name, ...options] = process.argv.slice(2);
if (name !== undefined && !names.includes(name)) {
  process.stderr.write(`There is no proof ${JSON.stringify(name)}. Choose from ${names.join(', ')}\n`);
  process.exit(2);
}
const chosen = name === undefined ? names : [name];
const failed = chosen.filter((each) => !prove(each, options));
for (const each of failed) process.stderr.write(`${each} does not hold\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
