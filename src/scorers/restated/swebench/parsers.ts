import { djangoLog } from './django-log.ts';
import { seabornLog, sympyLog } from './other-logs.ts';
import { matplotlibLog, pytestLog, pytestOptionsLog, pytestV2Log } from './pytest-logs.ts';
import type { LogParser } from './statuses.ts';

const named = (parser: LogParser, ...names: readonly string[]): [string, LogParser][] =>
  names.map((name) => [`parse_log_${name}`, parser]);

/** The release's log parsers of Python projects, by its own names. */
export const LOG_PARSERS: ReadonlyMap<string, LogParser> = new Map([
  ...named(pytestLog, 'pytest', 'astroid', 'flask', 'marshmallow', 'pvlib', 'pyvista', 'sqlfluff', 'xarray'),
  ...named(pytestOptionsLog, 'pytest_options', 'pydicom', 'requests', 'pylint'),
  ...named(pytestV2Log, 'pytest_v2', 'astropy', 'scikit', 'sphinx'),
  ...named(matplotlibLog, 'matplotlib'),
  ...named(djangoLog, 'django'),
  ...named(seabornLog, 'seaborn'),
  ...named(sympyLog, 'sympy'),
]);
