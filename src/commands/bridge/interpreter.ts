import { spawnSync } from 'node:child_process';
import { MeasurandError } from '../../core/errors.ts';

/** A Python that can be started, by its own word for itself. */
export interface Interpreter {
  readonly executable: string;
  readonly version: string;
}

const ASK = 'import json,sys;print(json.dumps([sys.executable,"%d.%d"%sys.version_info[:2]]))';
const FIND =
  'import importlib.util as u,json,sys;s=u.find_spec(sys.argv[1]);print(json.dumps(list(s.submodule_search_locations or [])if s else None))';
const SECONDS = 20_000;

function ask(executable: string, code: string, args: readonly string[]): unknown {
  const { status, stdout } = spawnSync(executable, ['-c', code, ...args], {
    encoding: 'utf8',
    timeout: SECONDS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    return status === 0 ? JSON.parse(stdout) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The interpreter that is named, or the `python3` of the search path.
 *
 * @throws MeasurandError `no-interpreter`, of kind `unsupported`
 */
export function pythonInterpreter(named: string | undefined): Interpreter {
  const executable = named ?? 'python3';
  const said = ask(executable, ASK, []);
  if (Array.isArray(said) && typeof said[0] === 'string' && typeof said[1] === 'string') {
    return { executable: said[0], version: said[1] };
  }
  throw new MeasurandError('no-interpreter', `${executable} is no Python that starts`, {
    kind: 'unsupported',
    next: 'Name one with --python',
  });
}

/** The folder of a top-level package, found without importing it. */
export function installedPackage({ executable }: Interpreter, module: string): string | undefined {
  const folders = ask(executable, FIND, [module]);
  return Array.isArray(folders) && typeof folders[0] === 'string' ? folders[0] : undefined;
}
