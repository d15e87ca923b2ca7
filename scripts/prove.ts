// npm run prove -- [NAME [OPTIONS]]: runs one proof of scripts/prove, or all of them, and keeps what it prints under
// docs/proofs. With options, which make a proof smaller than the one that is kept, it prints and keeps nothing.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** By address, since proofs change their folder and start processes of their own. */
const LOADER = import.meta.resolve('tsx');
const NOT_PROBED = 3;

const root = resolve(import.meta.dirname, '..');
const names = readdirSync(join(root, 'scripts', 'prove'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** The exit code: 0 when it holds, 3 when it could not be tried here. */
function prove(name: string, options: readonly string[]): number {
  process.stderr.write(`${name} …\n`);
  const file = join(root, 'scripts', 'prove', `${name}.ts`);
  const { status, stdout } = spawnSync(process.execPath, ['--import', LOADER, file, ...options], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
  if (status === 0 && options.length === 0)
    writeFileSync(join(root, 'docs', 'proofs', `${name}.json`), stdout);
  return status ?? 1;
}

const [name, ...options] = process.argv.slice(2);
if (name !== undefined && !names.includes(name)) {
  process.stderr.write(`There is no proof ${JSON.stringify(name)}. Choose from ${names.join(', ')}\n`);
  process.exit(2);
}
const chosen = name === undefined ? names : [name];
const codes = chosen.map((each) => [each, prove(each, options)] as const);
for (const [each, code] of codes) {
  if (code !== 0)
    process.stderr.write(`${each} ${code === NOT_PROBED ? 'was not probed' : 'does not hold'}\n`);
}
const failed = codes.some(([, code]) => code !== 0 && code !== NOT_PROBED);
process.exitCode = failed ? 1 : codes.some(([, code]) => code === NOT_PROBED) ? NOT_PROBED : 0;
