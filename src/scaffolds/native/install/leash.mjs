// Runs a program that ends when we do, however we end: our end of its standard input closes then, and it takes its
// process group with it. `leash.mjs PROGRAM ARGUMENTS…`, started in a group of its own.
import { spawn } from 'node:child_process';

const [file = '', ...args] = process.argv.slice(2);
process.stdin.resume().on('end', () => process.kill(0, 'SIGKILL'));
const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
