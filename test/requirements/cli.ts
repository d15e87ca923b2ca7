import type { Requirement } from '../requirements.ts';

export const CLI = {
  'cli.arguments.every-word-counts': {
    source: 'DESIGN §4, Nothing silent',
    says: 'every word of a command line is used exactly once, or the command line is refused',
  },
  'cli.exit-codes': {
    source: 'DESIGN §4, Errors',
    says: 'an error gives exit code 1, 2, 3 or 4 by its kind, one line on standard error, and nothing on standard output',
  },
  'cli.json.no-lost-number': {
    source: 'DESIGN §4, Errors',
    says: 'a number that JSON cannot carry is refused, never printed as null',
  },
  'cli.terminal.no-escapes': {
    source: 'DESIGN §10',
    says: 'no text from outside can move the cursor, colour the screen or turn the direction of text',
  },
  'cli.interrupt': {
    source: 'DESIGN §9',
    says: 'Ctrl-C aborts the running command, which then ends with exit code 130',
  },
  'cli.help.groups': {
    source: 'DESIGN §9',
    says: 'help shows every command in its group, and every command explains itself with examples',
  },
  'cli.help.lazy': {
    source: 'toolchain §7',
    says: 'help loads no command, and none of the packages that only some commands need',
  },
  'cli.version': {
    source: 'DESIGN §9',
    says: '--version prints the version of the package',
  },
  'cli.package.installs': {
    source: 'toolchain §7',
    says: 'the packed tarball installs into an empty prefix and its program runs there',
  },
  'cli.start.fresh-clone': {
    source: 'issue 2, Must show 1',
    says: 'npm start in a fresh copy of the tracked files installs, builds and shows both cards in under a minute',
  },
  'formats.schemas.published': {
    source: 'DESIGN §9',
    says: 'the committed JSON Schema of every format is the one that the code writes by',
  },
  'formats.files.match': {
    source: 'DESIGN §9',
    says: 'every file that an audit and a study write is valid by its published JSON Schema',
  },
  'cli.json.one-document': {
    source: 'DESIGN §9',
    says: '--json prints one JSON document on standard output and nothing else',
  },
  'cli.docs.lines-run': {
    source: 'style.md, House style 9',
    says: 'every command line that the documentation shows as runnable runs, and ends as the documentation says',
  },
} satisfies Record<string, Requirement>;
