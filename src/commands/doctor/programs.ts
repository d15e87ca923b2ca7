import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onPath } from '../../scaffolds/native/install/on-path.ts';
import { broken, type DoctorCheck, type Finding, missing, ok } from './check.ts';

const execute = promisify(execFile);
const PATIENCE_MS = 30_000;

/** Looks for a program by any of its names, and has it tell its version. */
async function lookFor(names: readonly string[], next: string, signal?: AbortSignal): Promise<Finding> {
  const program = names.map((name) => onPath(name)).find((found) => found !== undefined);
  if (program === undefined) return missing(`${names.join(' or ')} is not on the PATH`, next);
  try {
    const { stdout } = await execute(program, ['--version'], {
      timeout: PATIENCE_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    return ok(`${stdout.trim().split('\n')[0] ?? ''} at ${program}`);
  } catch (error) {
    signal?.throwIfAborted();
    const { message } = error as Error;
    return broken(`${program} does not tell its version: ${message.split('\n').slice(0, 2).join(' ')}`, next);
  }
}

const LEAST_NODE = [20, 19] as const;

function lookAtNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const detail = `${process.version} at ${process.execPath}`;
  return isNew ? ok(detail) : broken(detail, `Install Node.js ${LEAST_NODE.join('.')} or newer`);
}

/** Programs that parts of Measurand start. */
export const PROGRAM_CHECKS: readonly DoctorCheck[] = [
  { id: 'node', title: 'Node.js', for: 'everything', look: () => Promise.resolve(lookAtNode()) },
  {
    id: 'npm',
    title: 'npm',
    for: 'measurand harness install',
    look: (signal) => lookFor(['npm'], 'Install npm, which comes with Node.js', signal),
  },
  {
    id: 'git',
    title: 'git',
    for: 'workspaces of native harnesses',
    look: (signal) => lookFor(['git'], 'Install git', signal),
  },
  {
    id: 'python',
    title: 'Python',
    for: 'bridges to released scorers',
    look: (signal) => lookFor(['python3', 'python'], 'Install Python 3', signal),
  },
  {
    id: 'chromium',
    title: 'Chromium',
    for: 'tests of the HTML reports',
    look: (signal) =>
      lookFor(
        ['chromium', 'chromium-browser', 'google-chrome'],
        'Install Chromium; only tests of Measurand itself use it',
        signal,
      ),
  },
];
