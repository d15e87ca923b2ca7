import { beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { type ErrorKind, MeasurandError } from '../core/errors.ts';
import { type CliCommand, defineCliCommand, JSON_OPTION } from './command.ts';
import type { CommandTable } from './help.ts';
import { runProgram } from './program.ts';

let written: { out: string; err: string };

beforeEach(() => {
  written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
});

const base = defineCliCommand({
  name: 'weigh',
  description: 'Weigh a thing',
  args: {
    thing: { type: 'positional', description: 'What to weigh' },
    unit: { type: 'enum', description: 'The unit', options: ['g', 'kg'], default: 'g' },
    ...JSON_OPTION,
  },
  examples: [{ line: 'measurand weigh apple', shows: 'the weight of an apple' }],
  run: () => Promise.resolve(0),
});

const tableOf = (run: CliCommand['run'], more: Partial<CliCommand> = {}): CommandTable => ({
  weigh: {
    group: 'Run',
    description: base.description,
    load: () => Promise.resolve({ ...(base as unknown as CliCommand), ...more, run }),
  },
  view: { group: 'Results', description: 'View a thing', load: () => Promise.reject(new Error('loaded')) },
});

const run = (words: string[], body: CliCommand['run'] = () => Promise.resolve(0)): Promise<number> =>
  runProgram(words, tableOf(body));

verifies('cli.exit-codes', async () => {
  const codes: Record<ErrorKind, number> = { failed: 1, input: 2, unsupported: 3, apparatus: 4 };
  for (const [kind, code] of Object.entries(codes) as [ErrorKind, number][]) {
    written.err = '';
    const failing = (): Promise<number> =>
      Promise.reject(new MeasurandError('bad-thing', 'the thing is \u001b[31mbad', { kind }));
    expect(await run(['weigh', 'apple', '--json'], failing)).toBe(code);
    expect(written.err).toBe('measurand: the thing is bad [bad-thing]\n');
  }
  expect(await run(['weigh', 'apple'], () => Promise.resolve(3))).toBe(3);
  expect(written.out).toBe('');
});

test('runProgram reports an unforeseen fault as its own, with the stack, and exit code 4', async () => {
  expect(await run(['weigh', 'apple'], () => Promise.reject(new TypeError('no weight')))).toBe(4);
  expect(written.err).toMatch(/fault of Measurand itself.*\nTypeError: no weight\n.*at /);
});

test('runProgram prints the overview on standard error when nothing is asked, and on standard output when it is', async () => {
  expect(await run([])).toBe(2);
  expect(written).toEqual({ out: '', err: expect.stringContaining('Start here') });
  expect(await run(['--help'])).toBe(0);
  expect(written.out).toBe(written.err);
});

test('runProgram shows commands by group, in the order of the groups, and loads none of them', async () => {
  await run(['help']);
  expect(written.out).toMatch(/\nRun:\n {2}weigh +Weigh a thing\n\nResults:\n {2}view +View a thing\n/);
  expect(written.out).not.toContain('Harnesses:');
});

test.each([[['weigh', '--help']], [['weigh', 'apple', '-h']], [['help', 'weigh']], [['--help', 'weigh']]])(
  'runProgram explains a command for %j without running it',
  async (words) => {
    const body = vi.fn(() => Promise.resolve(9));
    expect(await run(words, body)).toBe(0);
    expect(body).not.toHaveBeenCalled();
    expect(written.out).toContain('Usage: measurand weigh THING [options]');
    expect(written.out).toMatch(/--unit g\|kg +The unit \(default: g\)/);
    expect(written.out).toContain('  measurand weigh apple\n      the weight of an apple');
  },
);

test('runProgram takes --help after -- for a word like any other', async () => {
  const body = vi.fn(() => Promise.resolve(0));
  await run(['weigh', '--', '--help'], body);
  expect(body).toHaveBeenCalledWith(expect.objectContaining({ thing: '--help' }), expect.anything());
});

test('runProgram suggests the command that was meant, and does not mistake inherited names for commands', async () => {
  expect(await run(['wiegh'])).toBe(2);
  expect(written.err).toContain('There is no command "wiegh". Did you mean measurand weigh?');
  expect(await run(['constructor'])).toBe(2);
  expect(await run(['help', 'nothing-near'])).toBe(2);
  expect(written.err).toContain('See measurand --help');
});

verifies('cli.version', async () => {
  expect(await run(['--version'])).toBe(0);
  expect(written.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

const untilAborted = (_: unknown, terminal: { signal: AbortSignal }): Promise<number> =>
  new Promise((resolve) => {
    terminal.signal.addEventListener('abort', () => resolve(0));
    process.emit('SIGINT');
  });

verifies('cli.interrupt', async () => {
  expect(await run(['weigh', 'apple'], untilAborted)).toBe(130);
  const throwing = (_: unknown, { signal }: { signal: AbortSignal }): Promise<number> => {
    process.emit('SIGTERM');
    return Promise.reject(signal.reason as Error);
  };
  expect(await run(['weigh', 'apple'], throwing)).toBe(130);
  expect(written).toEqual({ out: '', err: '' });
});

test('runProgram lets a server end by Ctrl-C with its own exit code', async () => {
  expect(await runProgram(['weigh', 'apple'], tableOf(untilAborted, { endsByInterrupt: true }))).toBe(0);
});

test('runProgram ends at once at the second Ctrl-C', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const body = (): Promise<number> => {
    process.emit('SIGINT');
    process.emit('SIGINT');
    return Promise.resolve(0);
  };
  await run(['weigh', 'apple'], body);
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});
