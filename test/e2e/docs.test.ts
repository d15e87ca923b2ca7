import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { brokenLinks, DOCUMENTS } from './documents.ts';
import { PROGRAM, ROOT, run, temporaryFolder } from './program.ts';

/**
 * A block of commands. The words after `sh` say how it is tested: nothing, it must end well; `exit=N`, its last command
 * must end so; `no-run`, it needs a network, a browser or minutes, and is only read.
 */
interface Block {
  readonly file: string;
  readonly line: number;
  readonly script: string;
  readonly words: readonly string[];
}

function blocksOf(file: string): Block[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```sh([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    words: (match[1] as string).split(' ').filter((word) => word !== ''),
    script: match[2] as string,
  }));
}

/** A folder to work in, with the built program on the path as `measurand`. */
function workplace(folder: string): { readonly cwd: string; readonly env: Record<string, string> } {
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'work');
  mkdirSync(bin);
  mkdirSync(cwd);
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  writeFileSync(join(bin, 'measurand'), shim, { mode: 0o755 });
  return { cwd, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } };
}

const RUNNABLE = DOCUMENTS.map((file) => ({
  file,
  blocks: blocksOf(file).filter(({ words }) => !words.includes('no-run')),
})).filter(({ blocks }) => blocks.length > 0);

describe.each(RUNNABLE)('$file', ({ file, blocks }) => {
  verifies(
    'cli.docs.lines-run',
    async () => {
      using folder = temporaryFolder();
      const place = workplace(folder.path);
      for (const { line, script, words } of blocks) {
        const exit = Number(words.find((word) => word.startsWith('exit='))?.slice('exit='.length) ?? 0);
        const { code, err } = await run('bash', ['-euo', 'pipefail', '-c', script], place);
        expect([`${file}:${line}`, code, code === exit ? '' : err]).toEqual([`${file}:${line}`, exit, '']);
      }
    },
    240_000,
  );
});

test('the README shows runnable commands, and so do at least three pages', () => {
  expect(RUNNABLE[0]).toMatchObject({ file: 'README.md' });
  expect(RUNNABLE[0]?.blocks.length).toBeGreaterThan(4);
  expect(RUNNABLE.length).toBeGreaterThan(2);
});

test('every word after sh in a block of commands is one that says how the block is tested', () => {
  const words = DOCUMENTS.flatMap(blocksOf).flatMap((block) => block.words);
  expect(words.filter((word) => !/^(no-run|exit=[0-4])$/.test(word))).toEqual([]);
});

test('every link between the documents leads somewhere', () => {
  expect(Object.fromEntries(DOCUMENTS.map((file) => [file, brokenLinks(file)]))).toEqual(
    Object.fromEntries(DOCUMENTS.map((file) => [file, []])),
  );
});

test.each(readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.mjs')))(
  'the example %s runs on the built package',
  async (name) => {
    const { code, out, err } = await run(process.execPath, [join(ROOT, 'examples', name)]);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toBe('');
  },
);

test('the index of the documentation leads to every page', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const pages = DOCUMENTS.filter((file) => file.startsWith('docs/') && file !== 'docs/README.md');
  expect(pages.filter((file) => !index.includes(`](${file.slice('docs/'.length)})`))).toEqual([]);
});
