import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { publishedTask } from '../tasks/comtrade/published/index.ts';
import type { CliCommand } from './command.ts';
import type { CommandTable } from './help.ts';
import { runProgram } from './program.ts';
import command from './score.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-score-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

const TABLE: CommandTable = {
  score: {
    group: 'Audit',
    description: command.description,
    load: () => Promise.resolve(command as unknown as CliCommand),
  },
};
const lines = (publishedTask('T3_duplicates').truth?.(0).records ?? []).map((record) =>
  JSON.stringify(record),
);
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const run = (submission: string, ...more: string[]): Promise<number> =>
  runProgram(
    ['score', '--task', 'T3_duplicates', '--profile', 'as-published', '--submission', submission, ...more],
    TABLE,
  );

test('score prints each score under its scorer, with its parts and what it objects to', async () => {
  const invented = JSON.stringify({ record_id: 'FAKE' });
  expect(await run(file('some.jsonl', [...lines.slice(0, 20), invented].join('\n')))).toBe(0);

  expect(written.out).toContain('T3_duplicates, as-published, seed 0:');
  expect(written.out).toMatch(
    /truth +0\.8696 +submitted 21, truth 25, uniqueTrue 20, precision 0\.9524, recall 0\.8/,
  );
  expect(written.out).toContain('1 of 21 lines repeats a record or matches none');
  expect(written.out).toMatch(/coverage +0\.8000/);
  expect(written.err).toBe('');
});

test('score --json prints one document and nothing else', async () => {
  expect(await run(file('all.jsonl', lines.join('\n')), '--json', '--scorer', 'truth,coverage')).toBe(0);
  const report = JSON.parse(written.out);
  expect(
    report.scores.map(({ scorer, value }: { scorer: string; value: number }) => [scorer, value]),
  ).toEqual([
    ['truth', 1],
    ['coverage', 1],
  ]);
  expect(written.err).toBe('');
});

test('score prints one sentence and no result for bad input, and exits with 2', async () => {
  const cut = file('cut.jsonl', lines.join('\n').slice(0, 990));
  const cases: readonly (readonly [readonly [string, ...string[]], RegExp])[] = [
    [[cut, '--json'], /cut\.jsonl, record 6: the line is not JSON: .* \[invalid-line\]\n$/],
    [[cut, '--seed', 'three'], /^measurand: --seed must be an integer.*\n$/],
    [[cut, '--seed', '-1'], /^measurand: --seed must be an integer.*\n$/],
    [[cut, '--scorer', 'truth,,coverage'], /^measurand: --scorer holds an empty item.*\n$/],
    [[join(folder, 'none')], /^measurand: .*none: does not exist.*\n$/],
  ];
  for (const [[submission, ...more], message] of cases) {
    written.err = '';
    expect(await run(submission, ...more)).toBe(2);
    expect(written.err).toMatch(message);
  }
  expect(written.out).toBe('');
});

test('score shows the first objections of the judge and says how many it leaves to --json', async () => {
  const metadata = file('metadata.json', '{}');
  const log = file('run.log', '');
  await run(
    file('rows.jsonl', lines.join('\n')),
    '--metadata',
    metadata,
    '--log',
    log,
    '--scorer',
    'shape-judge',
  );
  expect(written.out).toContain('metadata.json missing field: task_id');
  expect(written.out).toMatch(/and 3 more; --json lists them/);
});
